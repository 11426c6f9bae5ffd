import { parseDecimal } from '../../lib/amount.ts'
import type { TradeValue } from '../../lib/value-trade.ts'
import type { PriceResult } from '../../wire/router.ts'

export interface TotalCost {
  /** The sum of what is known, in US dollars; undefined if nothing above 0 is known of an incomplete sum. */
  usd: number | undefined
  /** The whole cost in basis points of the input's value; undefined while a part of it is unknown. */
  bps: number | undefined
}

/**
 * The cost of a trade, as every line of the form shows it: the larger of the cost by the price's own
 * parts and the loss of value by the sources of USD values.
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
 * What a trade costs at a price: fees, price impact and network. A part that is not known is never counted as 0: without
 * it the sum is the least the trade costs. A gain, which is only claimed, makes no other part cheaper.
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

/** The service's own value of its fees. Where none are charged it does not have to name one. */
function feesUsd({ feeCostUSD, ...price }: PriceResult): number | undefined {
  const isFree = [price.settlementFee ?? '0', price.partnerFee, price.routingFee].every((fee) => fee === '0')
  return isFree ? 0 : parseDecimal(feeCostUSD)
}
