import type { OuterLinks, OuterPools, OuterRates } from '../../market/outer-columns.ts'
import { inRange } from '../prices/settle-prices.ts'
import {
  addLinks,
  type KnownPrices,
  type Limits,
  NEARLY_GAS,
  type PriceRanges,
  purchaseMargin,
  readIntermediates,
  saleMargin,
} from './outer-ranges.ts'

/** A sweep carries limits one pool further, or as many as lie in its order. */
const LIMIT_SWEEPS = 4
const CORRECTIONS = 2
/** The used share of the limits that gas allows, because gas has another value at the final prices. */
const CARRIED_GAS = 0.9

/**
 * A price for each outer token at which none of its pools earns the gas of a trade. Each pool
 * limits the ratio of two prices. Carried from pool to pool, these limits leave each token a lowest
 * and a highest price, and the prices halfway between them keep every ratio. Without such a price,
 * the mean of the token's pools, weighted by depth. `known`: outer tokens that are also in the
 * network, with their index there. 0 if no pool leads to a token with a price.
 */
export function settleOuterPrices(
  outer: OuterPools,
  inner: KnownPrices,
  known: ReadonlyMap<number, number>,
): Float64Array {
  const range = readIntermediates(outer, inner, known)
  addLinks(outer.links, range)
  const carried = carryLimits(outer.links, range, inner.gasPrice)
  const prices = range.means.slice()
  for (let token = 0; token < prices.length; token += 1) {
    const mean = prices[token] as number
    if (range.isKnown[token] || mean === 0) continue
    prices[token] = inRange(
      choosePrice(mean, carried.lowest[token] as number, carried.highest[token] as number),
    )
  }
  correct(outer.links, { ...range, prices, gasPrice: inner.gasPrice })
  return prices
}

/** Limits end some pools away: beyond, or where they contradict each other, the mean is all that is known. */
function choosePrice(mean: number, lowest: number, highest: number): number {
  if (!(lowest <= highest)) return mean
  if (lowest > 0 && highest < Number.POSITIVE_INFINITY) return Math.sqrt(lowest) * Math.sqrt(highest)
  return Math.min(Math.max(mean, lowest), highest)
}

/** Carries the limits of one outer token to the other, by the limits of the ratio of their prices. */
function carryLimits(
  { tokens, others, rates }: OuterLinks,
  { isKnown, means, ...limits }: PriceRanges,
  gasPrice: number,
): Limits {
  const lowest = limits.lowest.slice()
  const highest = limits.highest.slice()
  const ratios = createRatios(rates, { gasPrice, share: CARRIED_GAS })
  let isChanged = true
  const raise = (token: number, to: number) => {
    if (isKnown[token] || !(to > (lowest[token] as number))) return
    lowest[token] = to
    isChanged = true
  }
  const lower = (token: number, to: number) => {
    if (isKnown[token] || !(to < (highest[token] as number))) return
    highest[token] = to
    isChanged = true
  }
  for (let sweep = 0; sweep < LIMIT_SWEEPS && isChanged; sweep += 1) {
    isChanged = false
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i] as number
      const other = others[i] as number
      const { least, most } = ratios(i, means[other] as number)
      raise(token, (lowest[other] as number) * least)
      lower(token, (highest[other] as number) * most)
      raise(other, (lowest[token] as number) / most)
      lower(other, (highest[token] as number) / least)
    }
  }
  return { lowest, highest }
}

/** Moves prices into the limits of their links, because the value of gas depends on the price itself. */
function correct(
  { starts, at, tokens, others, ends, rates }: OuterLinks,
  { isKnown, lowest, highest, prices, gasPrice }: PriceRanges & { prices: Float64Array; gasPrice: number },
): void {
  const ratios = createRatios(rates, { gasPrice, share: NEARLY_GAS })
  for (let sweep = 0; sweep < CORRECTIONS; sweep += 1) {
    for (const token of ends) {
      if (isKnown[token] || prices[token] === 0) continue
      let floor = lowest[token] as number
      let ceiling = highest[token] as number
      for (let n = starts[token] as number; n < (starts[token + 1] as number); n += 1) {
        const i = at[n] as number
        const isFirst = tokens[i] === token
        const other = prices[(isFirst ? others[i] : tokens[i]) as number] as number
        if (other === 0) continue
        const { least, most } = ratios(i, isFirst ? other : (prices[token] as number))
        floor = Math.max(floor, isFirst ? other * least : other / most)
        ceiling = Math.min(ceiling, isFirst ? other * most : other / least)
      }
      if (floor <= ceiling)
        prices[token] = inRange(Math.min(Math.max(prices[token] as number, floor), ceiling))
    }
  }
}

/** The price limits of a token, in its other token, within which a link does not earn its gas. */
function createRatios(
  { bid, ask, rootOfGas, rootOfSpread }: OuterRates,
  { gasPrice, share }: { gasPrice: number; share: number },
) {
  const ratios = { least: 0, most: 0 }
  return (i: number, value: number) => {
    const root = share * Math.sqrt(gasPrice / value) * (rootOfGas[i] as number)
    ratios.least = (bid[i] as number) * saleMargin(root)
    ratios.most = (ask[i] as number) * purchaseMargin(root, rootOfSpread[i] as number)
    return ratios
  }
}
