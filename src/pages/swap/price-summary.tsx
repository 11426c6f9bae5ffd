import { useId, useRef, useState } from 'react'
import type { PriceResult } from '../../../wire/router.ts'
import { Icon } from '../../components/icon.tsx'
import { PriceDetails } from '../../components/price-details.tsx'
import { Rate } from '../../components/rate.tsx'
import { RefreshRing } from '../../components/refresh-ring.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { YieldArea } from '../../components/yield-area.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useCountdown } from '../../hooks/use-countdown.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { tradeCost } from '../../lib/trade-cost.ts'
import type { TradeValue } from '../../lib/value-trade.ts'
import { part } from '../../theme/part.ts'
import styles from './price-summary.module.css'
import { useRoomAboveKeyboard } from './use-room-above-keyboard.ts'

export interface PriceSummaryProps {
  view: PriceView
  value: TradeValue
  onRefresh: () => void
}

/**
 * The rate, the time until its refresh, and the trade's cost in one line, with details on demand.
 */
export function PriceSummary({ view, value, onRefresh }: PriceSummaryProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  // The summary loads with the first amount, so it hosts this hook.
  useRoomAboveKeyboard(root)
  if (view.status === 'idle' || view.status === 'error') return null
  const cost = view.status === 'ready' ? <Cost price={view.price} value={value} /> : <Skeleton width="20ch" />
  return (
    <div ref={root} className={styles.summary} {...part('price', view.status)}>
      <div className={styles.bar}>
        <Countdown view={view} onRefresh={onRefresh} />
        <div className={styles.rate}>
          {view.status === 'ready' ? (
            <Rate
              inputToken={view.inputs.inputToken}
              outputToken={view.inputs.outputToken}
              inputAmount={view.inputAmount}
              outputAmount={view.outputAmount}
            />
          ) : (
            <Skeleton width="16ch" />
          )}
        </div>
      </div>
      <p className={styles.total}>{cost}</p>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        title={t('price.details')}
        onClick={() => setOpen(!open)}
      >
        {cost}
        <Icon name="chevronDown" size={18} />
      </button>
      <div
        id={id}
        hidden={!open}
        className={styles.details}
        {...part('price-details', open ? 'open' : 'closed')}
      >
        {view.status === 'ready' ? (
          <PriceDetails
            price={view.price}
            outputToken={view.inputs.outputToken}
            slippageBps={view.inputs.slippageBps}
            purchase={view.inputs.outputAmount === undefined ? undefined : { ...view.inputs, ...view }}
            partnerFeeBps={view.inputs.partner?.feeBps}
          />
        ) : (
          <DetailsSkeleton />
        )}
      </div>
      {view.status === 'ready' && (
        <div className={styles.yields}>
          <YieldArea token={view.inputs.outputToken} deposit={view.outputAmount} leadsToPositions />
          <YieldArea token={view.inputs.inputToken} leadsToPositions />
        </div>
      )}
    </div>
  )
}

/** Formats "You lose $2.80 (0.08%)". Names unknown parts. */
function Cost({ price, value }: { price: PriceResult; value: TradeValue }) {
  const { t, format } = useTranslation()
  const { usd, bps } = tradeCost(price, value)
  const amount = usd === undefined ? '' : format.usd(usd)
  return (
    <span>
      {bps !== undefined
        ? t('price.cost', { usd: amount, percent: format.percent(bps) })
        : t(usd === undefined ? 'price.costUnknown' : 'price.costAtLeast', { usd: amount })}
    </span>
  )
}

function DetailsSkeleton() {
  return (
    <div className={styles.stack}>
      {['60%', '44%', '52%', '40%', '56%'].map((width) => (
        <Skeleton key={width} width={width} height="14px" />
      ))}
    </div>
  )
}

function Countdown({ view, onRefresh }: { view: PriceView; onRefresh: () => void }) {
  const { priceRefreshMs } = useConfig()
  const secondsLeft = useCountdown(view.status === 'ready' ? view.nextRefreshAt : undefined)
  return (
    <RefreshRing
      secondsLeft={secondsLeft}
      period={priceRefreshMs / 1000}
      isRefreshing={view.status === 'loading' || (view.status === 'ready' && view.isRefreshing)}
      onRefresh={onRefresh}
    />
  )
}
