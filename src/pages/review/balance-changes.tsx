import { sameAddress } from '../../../wire/lib/address.ts'
import type { BalanceChange } from '../../../wire/quote.ts'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './balance-changes.module.css'
import { useBound } from './use-bound.ts'

export interface BalanceChangesProps {
  intent: SwapIntent
  /** The amounts are those expected from the price until a quote is verified. */
  verified?: VerifiedQuote | undefined
  /** Omits the minimum or maximum if the seal shows it. Default false. */
  withoutBound?: boolean
}

const DOWN = { path: 'M12 5v14m0 0 6-6m-6 6-6-6' }

/**
 * The expected balance changes from the price, replaced in the same rows by the exact changes that
 * our simulation measured. Shows one bound: the minimum of a sale, or the maximum of a purchase.
 */
export function BalanceChanges({ intent, verified, withoutBound = false }: BalanceChangesProps) {
  const { t } = useTranslation()
  const { inputToken, outputToken } = intent
  const isPurchase = intent.outputAmount !== undefined
  const isWrap = intent.wrapper !== undefined
  const isSelf = sameAddress(intent.account, intent.receiver)
  const { paid, received, others } = getChanges(intent, verified)
  const { inputUsd, outputUsd } = useTradeValue({
    ...intent,
    pricedInputAmount: intent.inputAmount,
    inputAmount: paid,
    outputAmount: received,
  })
  const isMeasured = verified?.simulation !== undefined
  const bound = useBound({ intent, verified })
  const isPaidExact = isMeasured || !isPurchase
  const isReceivedExact = isMeasured || isPurchase || isWrap
  const receive = isSelf ? 'review.receive' : 'review.recipientReceives'
  return (
    <Card className={styles.card}>
      <TradeSide
        label={t(isPaidExact ? 'review.pay' : 'review.payAbout')}
        token={inputToken}
        amount={paid}
        exact={isPaidExact}
        usd={inputUsd}
        note={isPurchase && !withoutBound && bound}
      />
      <span className={styles.arrow}>
        <Icon name={DOWN} size={16} />
      </span>
      <TradeSide
        label={t(isReceivedExact ? `${receive}Exactly` : receive)}
        token={outputToken}
        amount={received}
        exact={isReceivedExact}
        usd={outputUsd}
        note={isPurchase ? t('review.exactly') : !isWrap && !withoutBound && bound}
      />
      {others.length > 0 && (
        <DetailList>
          {others.map((change) => (
            <OtherChange key={`${change.account}${change.token}`} intent={intent} change={change} />
          ))}
        </DetailList>
      )}
    </Card>
  )
}

/** Any additional received token. `verifySimulation` rejects additional outflows. */
function OtherChange({ intent, change }: { intent: SwapIntent; change: BalanceChange }) {
  const { t } = useTranslation()
  const { token } = useToken({ chainId: intent.chainId, address: change.token })
  const isSelf = sameAddress(change.account, intent.account)
  return (
    <Detail label={t(isSelf ? 'stage.changes.in' : 'stage.changes.inRecipient')}>
      {token && (
        <bdi translate="no" dir="ltr">
          <span>+</span>
          <TokenAmount value={BigInt(change.delta)} token={token} exact />
        </bdi>
      )}
    </Detail>
  )
}

/** Returns paid, received and other changes: as simulated, else as quoted, else as priced. */
function getChanges(intent: SwapIntent, verified: VerifiedQuote | undefined) {
  const { account, receiver, inputToken, outputToken, price } = intent
  const changes = (verified?.simulation?.balanceChanges ?? []).filter(({ delta }) => BigInt(delta) !== 0n)
  const of = (owner: string, token: string) => (change: BalanceChange) =>
    sameAddress(change.account, owner) && sameAddress(change.token, token)
  const isPaid = of(account, inputToken.address)
  const isReceived = of(receiver, outputToken.address)
  const paid = changes.find(isPaid)
  const received = changes.find(isReceived)
  const quoted = verified?.outputAmount ?? BigInt(price.effectiveOutputAmount)
  return {
    paid: paid ? -BigInt(paid.delta) : (verified?.inputAmount ?? intent.inputAmount),
    received: received ? BigInt(received.delta) : (intent.outputAmount ?? quoted),
    others: changes.filter(
      (change) =>
        BigInt(change.delta) > 0n &&
        !isPaid(change) &&
        !isReceived(change) &&
        (sameAddress(change.account, account) || sameAddress(change.account, receiver)),
    ),
  }
}
