import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { receiveLabel } from '../../components/receive-label.ts'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { StandingApproval } from '../../components/standing-approval.tsx'
import { SupportId } from '../../components/support-id.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import type { StateOf } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './progress.module.css'

/** A failed swap: the error, the trade and a button back to the form. */
export function Failure({ state }: { state: StateOf<'failed'> }) {
  const { t } = useTranslation()
  const { dismiss } = useExecution()
  const { home } = useNavigation()
  const { error, intent, hash } = state
  const isPurchase = intent.outputAmount !== undefined
  return (
    <>
      <ErrorNotice error={error} />
      <Card className={styles.sides}>
        <TradeSide
          label={t(isPurchase ? 'review.payAbout' : 'review.pay')}
          token={intent.inputToken}
          amount={intent.inputAmount}
          exact={!isPurchase}
        />
        <TradeSide
          label={t(receiveLabel(intent))}
          token={intent.outputToken}
          amount={intent.outputAmount ?? BigInt(intent.price.effectiveOutputAmount)}
          exact={isPurchase}
        />
      </Card>
      <RecipientCard intent={intent} />
      <StandingApproval run={state} />
      {hash && <TransactionLine chainId={intent.chainId} hash={hash} />}
      {error.supportId && <SupportId id={error.supportId} />}
      <Button
        variant="primary"
        size="large"
        onClick={() => {
          home()
          dismiss()
        }}
      >
        {t('action.backToForm')}
      </Button>
      <LiveRegion
        politeness="assertive"
        message={`${t(`error.${error.code}`)}. ${t(`error.${error.code}.help`)}`}
      />
    </>
  )
}
