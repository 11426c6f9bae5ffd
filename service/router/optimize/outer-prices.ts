import type { OuterPools } from '../market/outer-columns.ts'
import { INPUT, OUTPUT } from './network.ts'
import { inRange } from './settle-prices.ts'

export interface KnownPrices {
  /** Of a network. */
  tokens: readonly string[]
  /** 0: unknown. */
  prices: Float64Array
  /** Of one unit of gas. */
  gasPrice: number
}

/** Outer tokens are also priced by each other: a sweep carries prices one pool further. */
const SWEEPS = 4
/** Where the depth of a pool is unknown. */
const MAX_WEIGHT = 1e300

/**
 * A price for each outer token at which none of its pools earns the gas of a trade; where there is none, the mean of its
 * pools by depth. `known`: outer tokens that are also in the network, and their index there. 0: unknown, no pool leads to
 * a token with a price.
 */
export function settleOuterPrices(
  outer: OuterPools,
  inner: KnownPrices,
  known: ReadonlyMap<number, number>,
): Float64Array {
  const { links } = outer
  const prices = new Float64Array(outer.tokens.length)
  const range = new PriceRange()
  const isKnown = new Uint8Array(prices.length)
  for (const [token, index] of known) {
    isKnown[token] = 1
    prices[token] = inner.prices[index] as number
  }
  const addBases = createBaseReader(outer, inner, range)
  const addLinks = createLinkReader(outer, { prices, gasPrice: inner.gasPrice, range })
  for (let token = 0; token < prices.length; token += 1) {
    if (isKnown[token]) continue
    range.clear()
    addBases(token)
    prices[token] = range.price()
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const token of links.ends) {
      if (isKnown[token]) continue
      range.clear()
      addBases(token)
      addLinks(token)
      prices[token] = range.price()
    }
  }
  const isUnpriced = (token: number) => prices[token] === 0 && !isKnown[token]
  if (!links.ends.some(isUnpriced)) return prices
  // Set iteration goes on over what is added to it: the nearest first, each once.
  const reached = new Set(links.ends.filter((token) => (prices[token] as number) > 0))
  for (const token of reached) {
    for (const next of linkedTokens(links, token)) {
      if (!isUnpriced(next)) continue
      range.clear()
      addBases(next)
      addLinks(next)
      prices[next] = inRange(range.price())
      if (!isUnpriced(next)) reached.add(next)
    }
  }
  return prices
}

function linkedTokens({ starts, at, tokens, others }: OuterPools['links'], token: number): number[] {
  const own = [...at.subarray(starts[token], starts[token + 1])]
  return own.map((i) => (tokens[i] === token ? others[i] : tokens[i]) as number)
}

/** What the pools of one token leave of its price. */
class PriceRange {
  private floor = 0
  private ceiling = Number.POSITIVE_INFINITY
  private sum = 0
  private weights = 0

  clear(): void {
    this.floor = 0
    this.ceiling = Number.POSITIVE_INFINITY
    this.sum = 0
    this.weights = 0
  }

  /** A pool by the logarithm of its price, whose whole depth is worth `weight`. */
  add(logPrice: number, weight: number): void {
    const bounded = Math.min(weight, MAX_WEIGHT)
    this.sum += bounded * logPrice
    this.weights += bounded
  }

  raise(floor: number): void {
    if (floor > this.floor) this.floor = floor
  }

  lower(ceiling: number): void {
    if (ceiling < this.ceiling) this.ceiling = ceiling
  }

  /** The mean in logarithms, where pools gain by the square of its distance: no other price leaves less in all of them. */
  price(): number {
    if (this.weights === 0) return 0
    const mean = Math.exp(this.sum / this.weights)
    return this.floor > this.ceiling ? mean : Math.min(Math.max(mean, this.floor), this.ceiling)
  }
}

function createBaseReader(
  { bases, starts, base, rates }: OuterPools,
  { tokens, prices, gasPrice }: KnownPrices,
  range: PriceRange,
) {
  const { bid, ask, depth, logMid, rootOfGas, rootOfSpread } = rates
  const indexes = Int32Array.from(bases, (token) => tokens.indexOf(token))
  const values = Float64Array.from(indexes, (at) => prices[at] ?? 0)
  const logValues = values.map(Math.log)
  const rootsOfGas = values.map((value) => Math.sqrt(gasPrice / value))
  return (token: number): void => {
    const end = starts[token + 1] as number
    for (let i = starts[token] as number; i < end; i += 1) {
      const at = base[i] as number
      const value = values[at] as number
      if (value === 0) continue
      const root = (rootsOfGas[at] as number) * (rootOfGas[i] as number)
      range.add((logValues[at] as number) + (logMid[i] as number), value * (depth[i] as number))
      // The output is never sold, and the input never bought.
      if (indexes[at] !== INPUT) range.raise(value * (bid[i] as number) * saleMargin(root))
      if (indexes[at] !== OUTPUT)
        range.lower(value * (ask[i] as number) * purchaseMargin(root, rootOfSpread[i] as number))
    }
  }
}

function createLinkReader(
  { links }: OuterPools,
  { prices, gasPrice, range }: { prices: Float64Array; gasPrice: number; range: PriceRange },
) {
  const { bid, ask, depth, logMid, rootOfGas, rootOfSpread } = links.rates
  return (token: number): void => {
    const end = links.starts[token + 1] as number
    for (let n = links.starts[token] as number; n < end; n += 1) {
      const i = links.at[n] as number
      const isFirst = links.tokens[i] === token
      const other = prices[(isFirst ? links.others[i] : links.tokens[i]) as number] as number
      if (other === 0) continue
      const low = bid[i] as number
      const high = ask[i] as number
      const value = isFirst ? other : other / Math.sqrt(low * high)
      const root = Math.sqrt(gasPrice / value) * (rootOfGas[i] as number)
      const least = low * saleMargin(root)
      const most = high * purchaseMargin(root, rootOfSpread[i] as number)
      const logPrice = Math.log(other)
      range.add(
        isFirst ? logPrice + (logMid[i] as number) : logPrice - (logMid[i] as number),
        value * (depth[i] as number),
      )
      range.raise(isFirst ? other * least : other / most)
      range.lower(isFirst ? other * most : other / least)
    }
  }
}

/**
 * How far below its pool's price a token must be for a sale to earn its gas. `root`: the square root of what gas costs, of
 * the pool's depth.
 */
function saleMargin(root: number): number {
  return Math.max(0, 1 - root) ** 2
}

/** The same above it, for a purchase. */
function purchaseMargin(root: number, rootOfSpread: number): number {
  return (1 + root * rootOfSpread) ** 2
}
