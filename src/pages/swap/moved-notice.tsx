import { sameAddress } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useChain } from '../../hooks/use-chain.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { FormState } from '../../store/types.ts'

/** Names the token that replaced the other side when a token of another network was chosen. */
export function MovedNotice({ moved }: { moved: NonNullable<FormState['moved']> }) {
  const { t } = useTranslation()
  const { form } = useWidget()
  const { side, chainId, address } = moved
  const { token } = useToken({ chainId, address })
  const chain = useChain(chainId)
  const current = useForm((state) => (side === 'input' ? state.inputToken : state.outputToken))
  if (!token || !chain || !current || !sameAddress(current, address)) return null
  const words = side === 'input' ? 'tokens.moved.input' : 'tokens.moved.output'
  return (
    <div role="status">
      <Notice
        tone="neutral"
        title={t(words, { token: token.symbol, chain: chain.label })}
        action={
          <Button size="small" onClick={() => form.setState({ moved: undefined })}>
            {t('action.dismiss')}
          </Button>
        }
      >
        {t('tokens.moved.reason')}
      </Notice>
    </div>
  )
}
