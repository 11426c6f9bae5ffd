import { createId } from '../../../wire/lib/create-id.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { receiveLabel } from '../../components/receive-label.ts'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { RemainingApproval } from '../../components/remaining-approval.tsx'
import { SupportId } from '../../components/support-id.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import { TransactionLine } from '../../components/transaction-line.tsx'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import styles from './progress.module.css'

export function Failure({ state }: { state: StateOf<'failed'> }) {
  const { t } = useTranslation()
  const { dismiss } = useExecution()
  const { home } = useNavigation()
  const { selectRoute } = useWidget()
  const { error, intent, hash, gasPaidWei } = state
  const native = useChain(intent.chainId)?.nativeCurrency
  const isReverted = error.code === 'TRANSACTION_REVERTED' || error.code === 'SLIPPAGE_EXCEEDED'
  const help = t(isOutOfGas(error) ? 'progress.outOfGas' : `error.${error.code}.help`)
  const reviewAgain = () => {
    home()
    dismiss()
    void selectRoute({ ...intent, id: createId('route') })
  }
  const isPurchase = intent.outputAmount !== undefined
  return (
    <>
      {isOutOfGas(error) ? (
        <Notice tone="warning" title={t('error.TRANSACTION_REVERTED')}>
          {help}
        </Notice>
      ) : (
        <ErrorNotice error={error} />
      )}
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
      <RemainingApproval run={state} />
      {gasPaidWei !== undefined && native && (
        <DetailList>
          <Detail label={t('progress.gasPaid')}>
            <TokenAmount value={gasPaidWei} token={native} />
          </Detail>
        </DetailList>
      )}
      {hash && <TransactionLine chainId={intent.chainId} hash={hash} />}
      {error.supportId && <SupportId id={error.supportId} />}
      {isReverted && (
        <Button variant="primary" size="large" onClick={reviewAgain}>
          {t('action.reviewAgain')}
        </Button>
      )}
      <Button
        variant={isReverted ? 'secondary' : 'primary'}
        size="large"
        onClick={() => {
          home()
          dismiss()
        }}
      >
        {t('action.backToForm')}
      </Button>
      <LiveRegion politeness="assertive" message={`${t(`error.${error.code}`)}. ${help}`} />
    </>
  )
}

/** `watch-transaction.ts` reports this reason when a transaction used its whole gas limit. */
function isOutOfGas({ code, details }: SluiceError): boolean {
  return code === 'TRANSACTION_REVERTED' && details === 'out of gas'
}
