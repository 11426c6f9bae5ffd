import type { OuterLinks, OuterPools } from '../../market/outer-columns.ts'
import { INPUT, OUTPUT } from '../network/network.ts'
import { inRange } from '../prices/settle-prices.ts'

export interface KnownPrices {
  /** The network. */
  tokens: readonly string[]
  /** 0: unknown. */
  prices: Float64Array
  /** The price of one unit of gas. */
  gasPrice: number
}

/** A sweep carries means one pool further, or as many as lie in its order. */
const MEAN_SWEEPS = 2
/** A pool that is too small for a trade limits a price to this multiple of its own. */
const FAR = 2
/** Where the depth of a pool is unknown. */
export const MAX_WEIGHT = 1e300
/** How much is used of what gas allows: a hair less, so that rounding leaves nothing to gain. */
export const NEARLY_GAS = 0.999

/** The price limits of each outer token by its pools. */
export interface PriceRanges extends Limits {
  /** True if the price is from the network. */
  isKnown: Uint8Array
  /**
   * The mean logarithm, weighted by depth. It minimizes the total gain, which grows by the squared distance.
   * 0: unknown.
   */
  means: Float64Array
  /** The sums for the means over pools with intermediate tokens. */
  sums: Float64Array
  weights: Float64Array
}

/** The values of each outer token. */
export interface Limits {
  lowest: Float64Array
  highest: Float64Array
}

/** The mean prices by pools with intermediate tokens. */
export function readIntermediates(
  { tokens, intermediates, starts, intermediate, rates }: OuterPools,
  inner: KnownPrices,
  known: ReadonlyMap<number, number>,
): PriceRanges {
  const { bid, ask, depth, logMid, rootOfGas, rootOfSpread } = rates
  const indexes = Int32Array.from(intermediates, (token) => inner.tokens.indexOf(token))
  const values = Float64Array.from(indexes, (at) => inner.prices[at] ?? 0)
  const logValues = values.map(Math.log)
  const rootsOfGas = values.map((value) => Math.sqrt(inner.gasPrice / value))
  const range = createRanges(tokens.length)
  for (const [token, index] of known) {
    range.isKnown[token] = 1
    const price = inner.prices[index] as number
    range.means[token] = price
    if (price > 0) range.lowest[token] = range.highest[token] = price
  }
  for (let token = 0; token < tokens.length; token += 1) {
    if (range.isKnown[token]) continue
    let sum = 0
    let weights = 0
    let lowest = 0
    let highest = Number.POSITIVE_INFINITY
    const end = starts[token + 1] as number
    for (let i = starts[token] as number; i < end; i += 1) {
      const at = intermediate[i] as number
      const value = values[at] as number
      if (value === 0) continue
      const weight = Math.min(value * (depth[i] as number), MAX_WEIGHT)
      sum += weight * ((logValues[at] as number) + (logMid[i] as number))
      weights += weight
      // The output is never sold, and the input never bought.
      const root = NEARLY_GAS * (rootsOfGas[at] as number) * (rootOfGas[i] as number)
      const sale = indexes[at] === INPUT ? 1 / FAR : saleMargin(root)
      const purchase = indexes[at] === OUTPUT ? FAR : purchaseMargin(root, rootOfSpread[i] as number)
      lowest = Math.max(lowest, value * (bid[i] as number) * sale)
      highest = Math.min(highest, value * (ask[i] as number) * purchase)
    }
    if (weights === 0) continue
    range.sums[token] = sum
    range.weights[token] = weights
    range.means[token] = inRange(Math.exp(sum / weights))
    range.lowest[token] = lowest
    range.highest[token] = highest
  }
  return range
}

function createRanges(tokens: number): PriceRanges {
  return {
    isKnown: new Uint8Array(tokens),
    means: new Float64Array(tokens),
    sums: new Float64Array(tokens),
    weights: new Float64Array(tokens),
    lowest: new Float64Array(tokens),
    highest: new Float64Array(tokens).fill(Number.POSITIVE_INFINITY),
  }
}

/** Adds to the means what the pools between outer tokens say, also of tokens that have no others. */
export function addLinks(links: OuterLinks, { isKnown, means, sums, weights }: PriceRanges): void {
  const { starts, at, tokens, others, ends, rates } = links
  function meanOf(token: number): number {
    let sum = sums[token] as number
    let weight = weights[token] as number
    for (let n = starts[token] as number; n < (starts[token + 1] as number); n += 1) {
      const i = at[n] as number
      const isFirst = tokens[i] === token
      const other = means[(isFirst ? others[i] : tokens[i]) as number] as number
      if (other === 0) continue
      const logMid = rates.logMid[i] as number
      const value = isFirst ? other : other / Math.exp(logMid)
      const added = Math.min(value * (rates.depth[i] as number), MAX_WEIGHT)
      sum += added * (Math.log(other) + (isFirst ? logMid : -logMid))
      weight += added
    }
    return weight === 0 ? 0 : inRange(Math.exp(sum / weight))
  }

  // The nearest first, each once: those found on the way are added at the end.
  const reached = new Uint32Array(ends.length)
  let count = 0
  for (let e = 0; e < ends.length; e += 1) {
    const token = ends[e] as number
    if ((means[token] as number) > 0) reached[count++] = token
  }
  for (let r = 0; r < count; r += 1) {
    const token = reached[r] as number
    for (let n = starts[token] as number; n < (starts[token + 1] as number); n += 1) {
      const i = at[n] as number
      const next = (tokens[i] === token ? others[i] : tokens[i]) as number
      if (means[next] !== 0 || isKnown[next]) continue
      means[next] = meanOf(next)
      if (means[next] !== 0) reached[count++] = next
    }
  }
  for (let sweep = 0; sweep < MEAN_SWEEPS; sweep += 1) {
    for (let r = 0; r < count; r += 1) {
      const token = reached[r] as number
      if (!isKnown[token]) means[token] = meanOf(token)
    }
  }
}

/**
 * The distance below its pool's price at which a sale of a token earns its gas. `root`: the square
 * root of the gas cost relative to the depth of the pool.
 */
export function saleMargin(root: number): number {
  return root < 1 ? Math.max((1 - root) ** 2, 1 / FAR) : 1 / FAR
}

/** The same above it, for a purchase. */
export function purchaseMargin(root: number, rootOfSpread: number): number {
  const margin = (1 + root * rootOfSpread) ** 2
  // biome-ignore lint/complexity/useMathMinMax: a margin of NaN counts as the largest.
  return margin < FAR ? margin : FAR
}
