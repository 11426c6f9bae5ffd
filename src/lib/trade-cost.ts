import { parseDecimal } from '../../wire/lib/amount.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { TradeValue } from './value-trade.ts'

export interface TotalCost {
  /**
   * The sum of the known parts in US dollars. Undefined if an incomplete sum has no known part
   * above 0.
   */
  usd: number | undefined
  /** The whole cost in basis points of the input's value. Undefined while a part is unknown. */
  bps: number | undefined
}

/**
 * Returns the cost of a trade, as every page shows it: the larger of the price's own
 * costs and the loss of value by the sources of USD values.
 */
export function tradeCost(
  price: PriceResult,
  { inputUsd, outputUsd, gasUsd = 0, lossFraction }: TradeValue,
): TotalCost {
  const parts = totalCost(price)
  if (inputUsd === undefined || outputUsd === undefined || lossFraction === undefined) return parts
  const lossUsd = inputUsd + gasUsd - outputUsd
  if (lossUsd <= (parts.usd ?? 0)) return parts
  return {
    usd: lossUsd,
    bps: parts.usd !== undefined && parts.bps === undefined ? undefined : lossFraction * 10_000,
  }
}

/**
 * Sums fees, price impact and network cost. An unknown part is not counted as 0: without it the sum
 * is a lower bound. A claimed gain does not reduce other parts.
 */
export function totalCost(price: PriceResult): TotalCost {
  const inputUsd = parseDecimal(price.inputAmountUSD)
  const impactBps = parseDecimal(price.priceImpactBps)
  const hasValue = inputUsd !== undefined && inputUsd > 0
  const parts = [
    feesUsd(price),
    hasValue && impactBps !== undefined ? (inputUsd * impactBps) / 10_000 : undefined,
    parseDecimal(price.gasCostUSD),
  ]
  const usd = parts.reduce<number>((sum, part = 0) => sum + Math.max(0, part), 0)
  const isKnown = hasValue && !parts.includes(undefined)
  if (isKnown) return { usd, bps: (usd / inputUsd) * 10_000 }
  return { usd: usd > 0 ? usd : undefined, bps: undefined }
}

/** Returns the service's value of its fees. The service may omit it if all fees are zero. */
function feesUsd({ feeCostUSD, ...price }: PriceResult): number | undefined {
  const isFree = [price.settlementFee ?? '0', price.partnerFee, price.routingFee].every((fee) => fee === '0')
  return isFree ? 0 : parseDecimal(feeCostUSD)
}
