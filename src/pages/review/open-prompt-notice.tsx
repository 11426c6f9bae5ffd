import { Button } from '../../components/button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { useSwapName } from '../../hooks/use-swap-name.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import type { WalletPrompt } from '../../wallet/types.ts'

/** Names the open wallet request that blocks a new one. Renders nothing without an open request. */
export function OpenPromptNotice({ prompt }: { prompt: WalletPrompt | undefined }) {
  const { t } = useTranslation()
  const { forgetPrompt } = useWallet()
  const getName = useSwapName()
  const title =
    prompt &&
    (prompt.about ? t('review.prompt.title', { swap: getName(prompt.about) }) : t('review.prompt.titleOther'))
  return (
    <>
      {title && (
        <Notice
          tone="warning"
          title={title}
          action={
            <Button size="small" onClick={forgetPrompt}>
              {t('review.prompt.forget')}
            </Button>
          }
        >
          {t('review.prompt.help')}
        </Notice>
      )}
      <LiveRegion message={title ? `${title}. ${t('review.prompt.help')}` : ''} />
    </>
  )
}
