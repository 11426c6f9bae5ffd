import { createId } from '../../../wire/lib/create-id.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { getErrorLabels } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { RemainingApproval } from '../../components/remaining-approval.tsx'
import { SupportId } from '../../components/support-id.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import type { StateOf } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { FailureFacts } from './failure-facts.tsx'
import { getRevertCause } from './revert-cause.ts'
import { TradePair } from './trade-pair.tsx'

export function Failure({ state }: { state: StateOf<'failed'> }) {
  const { t } = useTranslation()
  const { dismiss } = useExecution()
  const { home } = useNavigation()
  const { selectRoute } = useWidget()
  const { error, intent, hash } = state
  const { title, help } = getErrorLabels(t, error)
  const isReverted = getRevertCause(error) !== undefined
  const canReviewAgain = isReverted || error.code === 'TRANSACTION_CANCELLED'
  const leave = () => {
    home()
    dismiss()
  }
  const reviewAgain = () => {
    leave()
    // The review requests a new price for an id of its own.
    void selectRoute({ ...intent, id: createId('route') })
  }
  return (
    <>
      <Card>
        <TradePair
          intent={intent}
          inputAmount={intent.inputAmount}
          outputAmount={intent.outputAmount ?? BigInt(intent.price.effectiveOutputAmount)}
        />
      </Card>
      <FailureFacts state={state} />
      <RecipientCard intent={intent} />
      <RemainingApproval run={state} />
      {canReviewAgain && (
        <Button variant="primary" size="large" onClick={reviewAgain}>
          {t('action.reviewAgain')}
        </Button>
      )}
      <Button variant={canReviewAgain ? 'secondary' : 'primary'} size="large" onClick={leave}>
        {t('action.backToForm')}
      </Button>
      {hash && <TransactionLine chainId={intent.chainId} hash={hash} />}
      {error.supportId && <SupportId id={error.supportId} />}
      <LiveRegion politeness="assertive" message={`${title}. ${help}`} />
    </>
  )
}
