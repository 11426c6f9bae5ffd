import { useState } from 'react'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import type { Token } from '../../events/types.ts'
import { reasonsToAsk } from '../../execution/machine/terms.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useDelay } from '../../hooks/use-delay.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { DOUBLE_CLICK_MS } from '../../lib/thresholds.ts'
import { Acknowledgement, focusMissingAcknowledgement } from './acknowledgement.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { CheckedSeal } from './checked-seal.tsx'
import { PlannedApproval } from './planned-approval.tsx'
import { QuoteExpiry } from './price-times.tsx'
import styles from './reconfirm.module.css'
import { useValueConsent } from './use-value-consent.ts'
import { ValueWarnings } from './value-warnings.tsx'

export interface ReconfirmProps {
  state: StateOf<'reconfirm'>
  onAccept: () => void
}

/**
 * Shows how the firm quote differs from the confirmed terms. Each warning needs its own
 * acknowledgement.
 */
export function Reconfirm({ state, onAccept }: ReconfirmProps) {
  const { t } = useTranslation()
  const { emit } = useWidget()
  const { intent, verified } = state
  const reasons = reasonsToAsk(state, verified)
  const isWorse = reasons.includes('worse-price')
  const isOnlyPause = reasons.every((reason) => reason === 'pause')
  const isUnchecked = reasons.includes('unchecked')
  const isWithoutMinimum = reasons.includes('no-minimum')
  const hasMinimum = verified.minOutputAmount !== undefined
  const value = useTradeValue({
    ...intent,
    pricedInputAmount: intent.inputAmount,
    inputAmount: verified.inputAmount,
    outputAmount: verified.outputAmount,
  })
  const consent = useValueConsent(value, {
    routeId: intent.id,
    amounts: verified,
    impactBps: parseDecimal(verified.quote.priceImpactBps),
    needsConsent: isWorse,
  })
  const [acceptsUnchecked, setAcceptsUnchecked] = useState(false)
  const [acceptsNoMinimum, setAcceptsNoMinimum] = useState(false)
  const isReadable = useDelay(DOUBLE_CLICK_MS)
  const isAccepted =
    !consent.isUnaccepted && (!isUnchecked || acceptsUnchecked) && (!isWithoutMinimum || acceptsNoMinimum)

  const accept = () => {
    consent.confirm()
    if (isUnchecked) emit('warningAccepted', { warning: 'unchecked', routeId: intent.id })
    if (isWithoutMinimum) emit('warningAccepted', { warning: 'no-minimum', routeId: intent.id })
    onAccept()
  }

  return (
    <>
      {isWorse &&
        (intent.outputAmount === undefined ? <LessOutput state={state} /> : <MoreInput state={state} />)}
      <BalanceChanges intent={intent} verified={verified} />
      <RecipientCard intent={intent} />
      {reasons.includes('unusual-gas') && <UnusualGas state={state} />}
      {isUnchecked && (
        <Acknowledgement
          title={t('stage.unchecked.title')}
          label={t('stage.unchecked.accept')}
          accepted={acceptsUnchecked}
          onAccept={setAcceptsUnchecked}
        >
          <p>{t(hasMinimum ? 'stage.unchecked.helpMinimum' : 'stage.unchecked.help')}</p>
        </Acknowledgement>
      )}
      {isWithoutMinimum && (
        <Acknowledgement
          title={t('review.noMinimum.title')}
          label={t('stage.unchecked.accept')}
          accepted={acceptsNoMinimum}
          onAccept={setAcceptsNoMinimum}
        >
          <p>{t('review.noMinimum.help')}</p>
        </Acknowledgement>
      )}
      {(!isUnchecked || hasMinimum) && <CheckedSeal state={state} />}
      <PlannedApproval state={state} />
      <ValueWarnings intent={intent} value={value} consent={consent} />
      <Button
        variant="primary"
        size="large"
        busy={isWorse && value.isChecking}
        inactive={!isReadable || !isAccepted || consent.blocked !== undefined}
        onClick={accept}
        onInactiveClick={isReadable ? focusMissingAcknowledgement : undefined}
      >
        {t(isWorse ? 'action.accept' : isOnlyPause ? 'action.openWallet' : 'action.continue')}
      </Button>
      <QuoteExpiry freshUntil={verified.freshUntil} />
    </>
  )
}

type Asked = Pick<ReconfirmProps, 'state'>

/** A sale with a lower output. */
function LessOutput({ state: { intent, terms, verified } }: Asked) {
  const { t, format } = useTranslation()
  const { outputToken: token } = intent
  const lostBps = shareBps(terms.outputAmount - verified.outputAmount, terms.outputAmount)
  const toBound = (minimum: bigint | undefined) =>
    minimum !== undefined && verified.minOutputAmount !== undefined
      ? t('review.atLeast', { amount: `${format.exactAmount(minimum, token.decimals)} ${token.symbol}` })
      : undefined
  return (
    <Comparison
      title={t('stage.reconfirm.title', { percent: format.percent(lostBps) })}
      token={token}
      before={{ amount: terms.outputAmount, bound: toBound(terms.minOutputAmount) }}
      now={{ amount: verified.outputAmount, bound: toBound(verified.minOutputAmount) }}
    />
  )
}

/** A purchase with a higher input. */
function MoreInput({ state: { intent, terms, verified } }: Asked) {
  const { t, format } = useTranslation()
  const { inputToken: token } = intent
  const moreBps = shareBps(verified.inputAmount - terms.inputAmount, terms.inputAmount)
  const toBound = (maximum: bigint) =>
    t('review.atMost', { amount: `${format.exactAmount(maximum, token.decimals)} ${token.symbol}` })
  return (
    <Comparison
      title={t('stage.reconfirm.titleMore', { percent: format.percent(moreBps) })}
      token={token}
      before={{ amount: terms.inputAmount, bound: toBound(terms.maxInputAmount) }}
      now={{ amount: verified.inputAmount, bound: toBound(verified.maxInputAmount) }}
    />
  )
}

function shareBps(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole)
}

interface Figures {
  amount: bigint
  /** The enforced minimum or maximum. Undefined if none is enforced. */
  bound: string | undefined
}

interface ComparisonProps {
  title: string
  token: Token
  before: Figures
  now: Figures
}

function Comparison({ title, token, before, now }: ComparisonProps) {
  const { t } = useTranslation()
  const columns = [
    { label: t('stage.reconfirm.before'), ...before },
    { label: t('stage.reconfirm.now'), ...now },
  ]
  return (
    <>
      <Notice tone="warning" title={title}>
        {t('stage.reconfirm.help')}
      </Notice>
      <div className={styles.columns}>
        {columns.map(({ label, amount, bound }) => (
          <Card key={label} className={styles.column}>
            <p className={styles.title}>{label}</p>
            <p className={styles.amount}>
              <TokenAmount value={amount} token={token} />
            </p>
            {bound !== undefined && <p className={styles.minimum}>{bound}</p>}
          </Card>
        ))}
      </div>
    </>
  )
}

function UnusualGas({ state: { intent, verified } }: Asked) {
  const { t, format } = useTranslation()
  const native = useChain(intent.chainId)?.nativeCurrency
  const { gas } = verified
  const help = t('stage.unusualGas.help', {
    limit: format.exactAmount(gas.limit, 0),
    expected: format.exactAmount(gas.expected, 0),
  })
  const cost =
    gas.priceWei !== undefined && native
      ? `${format.amount(gas.limit * gas.priceWei, native.decimals)} ${native.symbol}`
      : undefined
  return (
    <Notice tone="warning" title={t('stage.unusualGas.title')}>
      {cost === undefined ? help : `${help} ${t('stage.unusualGas.cost', { cost })}`}
    </Notice>
  )
}
