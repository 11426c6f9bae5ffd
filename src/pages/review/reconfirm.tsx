import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { reasonsToAsk } from '../../execution/machine/terms.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useDelay } from '../../hooks/use-delay.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { DOUBLE_CLICK_MS } from '../../lib/thresholds.ts'
import { Acknowledgement, focusMissingAcknowledgement } from './acknowledgement.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { LossWarning } from './loss-warning.tsx'
import styles from './reconfirm.module.css'
import { Trade } from './trade.tsx'
import { getLoss, useAcceptedLoss } from './use-accepted-loss.ts'

export interface ReconfirmProps {
  state: StateOf<'reconfirm'>
  onAccept: () => void
}

/** Shows how the firm quote differs from what was agreed. Each warning has to be acknowledged separately. */
export function Reconfirm({ state, onAccept }: ReconfirmProps) {
  const { t } = useTranslation()
  const { emit } = useWidget()
  const { quoteToleranceBps } = useConfig()
  const { intent, terms, verified } = state
  const reasons = reasonsToAsk(terms, verified)
  const isWorse = reasons.includes('worse-price')
  const isUnchecked = reasons.includes('unchecked')
  const hasMinimum = verified.minOutputAmount !== undefined
  const value = useTradeValue({ ...intent, outputAmount: verified.outputAmount })
  const loss = getLoss(value)
  const acceptedLoss = useAcceptedLoss(loss, quoteToleranceBps)
  const [acceptsUnchecked, setAcceptsUnchecked] = useState(false)
  const isReadable = useDelay(DOUBLE_CLICK_MS)
  const isHighLoss = isWorse && loss.isHigh
  const isAccepted = (!isHighLoss || acceptedLoss.isAccepted) && (!isUnchecked || acceptsUnchecked)

  const accept = () => {
    if (isHighLoss) emit('warningAccepted', { warning: 'high-value-loss', routeId: intent.id })
    if (isUnchecked) emit('warningAccepted', { warning: 'unchecked', routeId: intent.id })
    onAccept()
  }

  return (
    <>
      {isWorse ? <WorsePrice state={state} /> : <Trade intent={intent} verified={verified} />}
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
      {(!isUnchecked || hasMinimum) && <BalanceChanges intent={intent} verified={verified} />}
      {isHighLoss && (
        <LossWarning
          intent={intent}
          value={value}
          accepted={acceptedLoss.isAccepted}
          onAccept={acceptedLoss.accept}
        />
      )}
      <Button
        variant="primary"
        size="large"
        inactive={!isReadable || !isAccepted}
        onClick={accept}
        onInactiveClick={isReadable ? focusMissingAcknowledgement : undefined}
      >
        {t(isWorse ? 'action.accept' : 'action.continue')}
      </Button>
    </>
  )
}

function WorsePrice({ state: { intent, terms, verified } }: Pick<ReconfirmProps, 'state'>) {
  const { t, format } = useTranslation()
  const { outputToken } = intent
  const lostBps =
    terms.outputAmount === 0n
      ? 0
      : Number(((terms.outputAmount - verified.outputAmount) * 10_000n) / terms.outputAmount)
  const hasMinimum = verified.minOutputAmount !== undefined
  const columns = [
    {
      title: t('stage.reconfirm.before'),
      amount: terms.outputAmount,
      minimum: hasMinimum ? terms.minOutputAmount : undefined,
    },
    { title: t('stage.reconfirm.now'), amount: verified.outputAmount, minimum: verified.minOutputAmount },
  ]
  return (
    <>
      <Notice tone="warning" title={t('stage.reconfirm.title', { percent: format.percent(lostBps) })}>
        {t('stage.reconfirm.help')}
      </Notice>
      <div className={styles.columns}>
        {columns.map(({ title, amount, minimum }) => (
          <Card key={title} className={styles.column}>
            <p className={styles.title}>{title}</p>
            <p className={styles.amount}>
              <TokenAmount value={amount} token={outputToken} />
            </p>
            {minimum !== undefined && (
              <p className={styles.minimum}>
                {t('review.atLeast', {
                  amount: `${format.exactAmount(minimum, outputToken.decimals)} ${outputToken.symbol}`,
                })}
              </p>
            )}
          </Card>
        ))}
      </div>
    </>
  )
}

function UnusualGas({ state: { intent, verified } }: Pick<ReconfirmProps, 'state'>) {
  const { t, format } = useTranslation()
  const native = useChain(intent.chainId)?.nativeCurrency
  const { gas } = verified
  return (
    <Notice tone="warning" title={t('stage.unusualGas.title')}>
      {t('stage.unusualGas.help', {
        limit: format.exactAmount(gas.limit, 0),
        expected: format.exactAmount(gas.expected, 0),
      })}{' '}
      {gas.priceWei !== undefined &&
        native &&
        t('stage.unusualGas.cost', {
          cost: `${format.amount(gas.limit * gas.priceWei, native.decimals)} ${native.symbol}`,
        })}
    </Notice>
  )
}
