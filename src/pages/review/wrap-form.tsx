import { isNativeToken } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { DecimalsNotice } from '../../components/decimals-notice.tsx'
import { GasNotice } from '../../components/gas-notice.tsx'
import { WrapDetails } from '../../components/wrap-details.tsx'
import { useDecimalsCheck } from '../../hooks/use-decimals-check.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { focusMissingAcknowledgement } from './acknowledgement.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { IdenticalSwapWarning } from './identical-swap-warning.tsx'
import { OpenPromptNotice } from './open-prompt-notice.tsx'
import styles from './review-form.module.css'
import type { ReviewFormProps } from './review-form.tsx'
import { useIdenticalSwap } from './use-identical-swap.ts'

/** The review of a wrap, which has exact amounts and neither price, fee nor approval. */
export function WrapForm({ intent, onConfirm }: ReviewFormProps) {
  const { t } = useTranslation()
  const decimals = useDecimalsCheck(intent.inputToken, intent.outputToken)
  const identical = useIdenticalSwap(intent)
  const { prompt } = useWallet().state
  const isBlocked = prompt !== undefined || decimals.status === 'wrong' || decimals.status === 'unknown'
  const isWrap = isNativeToken(intent.inputToken.address)
  return (
    <>
      <BalanceChanges intent={intent} />
      <WrapDetails trade={intent} />
      <DecimalsNotice check={decimals} />
      <Button
        variant="primary"
        size="large"
        busy={decimals.status === 'loading'}
        inactive={isBlocked || (identical.isPending && !identical.accepted)}
        onClick={() => {
          identical.confirm()
          onConfirm(intent)
        }}
        onInactiveClick={focusMissingAcknowledgement}
      >
        {t(isWrap ? 'action.wrap' : 'action.unwrap', { token: intent.inputToken.symbol })}
      </Button>
      <OpenPromptNotice prompt={prompt} />
      <IdenticalSwapWarning {...identical} />
      <GasNotice {...intent} />
      <p className={styles.help}>{t('wrap.confirmHelp')}</p>
    </>
  )
}
