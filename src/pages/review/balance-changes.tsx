import { sameAddress } from '../../../wire/lib/address.ts'
import type { BalanceChange } from '../../../wire/quote.ts'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { pricedPartnerFee } from '../../lib/least-fees.ts'
import { NOTABLE_FEE_BPS } from '../../lib/thresholds.ts'
import styles from './balance-changes.module.css'
import { NetworkCost } from './network-cost.tsx'
import { useBound } from './use-bound.ts'

export interface BalanceChangesProps {
  intent: SwapIntent
  /** The list shows the changes expected from the price until a firm quote is verified. */
  verified?: VerifiedQuote | undefined
  /** True while a firm quote is being fetched or verified. */
  isChecking?: boolean
  /** True if the verification failed, so that no check follows. */
  isOver?: boolean
}

/**
 * The expected balance changes from the price, replaced in the same rows by the exact changes that
 * our simulation measured. Shows one bound: the minimum of a sale, or the maximum of a purchase.
 */
export function BalanceChanges({
  intent,
  verified,
  isChecking = false,
  isOver = false,
}: BalanceChangesProps) {
  const { t, format } = useTranslation()
  const { inputToken, outputToken } = intent
  const { chains } = useConfig()
  const chain = useChain(intent.chainId)
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
  const status = getStatus(verified, { isChecking, isPurchase })
  const feeBps = feesBps(intent)
  const bound = useBound({ intent, verified })
  const fees = feeBps > NOTABLE_FEE_BPS && t('review.feeIncluded', { percent: format.percent(feeBps) })
  const limit = isPurchase ? t('review.exactly') : !isWrap && bound
  const isPaidExact = isMeasured || !isPurchase
  const isReceivedExact = isMeasured || isPurchase || isWrap
  const arrival = isSelf ? 'stage.changes.in' : 'stage.changes.inRecipient'
  return (
    <Card className={classNames(styles.card, isMeasured && styles.checked)}>
      <p className={styles.status}>
        {status.isBusy ? <Spinner size={16} /> : <Icon name={isMeasured ? 'shield' : 'info'} size={16} />}
        <span>{chain && chains.length > 1 ? `${t(status.title)} · ${chain.label}` : t(status.title)}</span>
      </p>
      <TradeSide
        label={t(isPaidExact ? 'stage.changes.out' : 'stage.changes.outAbout')}
        token={inputToken}
        sign="−"
        amount={paid}
        exact={isPaidExact}
        usd={inputUsd}
        note={isPurchase && bound}
      />
      <TradeSide
        label={t(isReceivedExact ? arrival : `${arrival}About`)}
        token={outputToken}
        sign="+"
        amount={received}
        exact={isReceivedExact}
        usd={outputUsd}
        note={[limit, fees].filter(Boolean).join(' · ')}
      />
      <DetailList>
        {others.map((change) => (
          <OtherChange key={`${change.account}${change.token}`} intent={intent} change={change} />
        ))}
        {!isWrap && <NetworkCost intent={intent} verified={verified} />}
      </DetailList>
      {!isOver && <p className={styles.help}>{t(status.help)}</p>}
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

function getStatus(
  verified: VerifiedQuote | undefined,
  { isChecking, isPurchase }: { isChecking: boolean; isPurchase: boolean },
) {
  if (isChecking)
    return { title: 'stage.changes.checking', help: 'stage.changes.expectedHelp', isBusy: true } as const
  if (!verified) return { title: 'stage.changes.expected', help: 'stage.changes.expectedHelp' } as const
  if (verified.simulation) return { title: 'stage.changes.title', help: 'stage.changes.help' } as const
  if (isPurchase) return { title: 'stage.changes.titleMaximum', help: 'stage.changes.noneMaximum' } as const
  return verified.minOutputAmount === undefined
    ? ({ title: 'stage.changes.expected', help: 'stage.changes.notChecked' } as const)
    : ({ title: 'stage.changes.titleMinimum', help: 'stage.changes.none' } as const)
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

/**
 * Settlement and partner fee in basis points of the gross output. Only the partner fee if the fee
 * token is not the output token.
 */
function feesBps({ price, outputToken, partner }: SwapIntent): number {
  if (!sameAddress(price.feeToken, outputToken.address)) return partner?.feeBps ?? 0
  const fees = BigInt(price.settlementFee ?? '0') + pricedPartnerFee(price, partner?.feeBps)
  const gross = BigInt(price.effectiveOutputAmount) + fees
  return gross === 0n ? 0 : Number((fees * 10_000n + gross / 2n) / gross)
}
