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
  const addBases = createBaseReader(outer, inner, range)
  const addLinks = createLinkReader(outer, { prices, gasPrice: inner.gasPrice, range })
  for (let token = 0; token < prices.length; token += 1) {
    const index = known.get(token)
    if (index !== undefined) {
      prices[token] = inner.prices[index] as number
      continue
    }
    range.clear()
    addBases(token)
    prices[token] = range.price()
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const token of links.ends) {
      if (known.has(token)) continue
      range.clear()
      addBases(token)
      addLinks(token)
      prices[token] = range.price()
    }
  }
  const isUnpriced = (token: number) => prices[token] === 0 && !known.has(token)
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

  /** A pool that pays `low` and asks `high`, and whose whole depth is worth `weight`. */
  add(low: number, high: number, weight: number): void {
    const bounded = Math.min(weight, MAX_WEIGHT)
    this.sum += bounded * Math.log(Math.sqrt(low) * Math.sqrt(high))
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
  const { bid, ask, depth, gas } = rates
  const indexes = bases.map((token) => tokens.indexOf(token))
  const values = Float64Array.from(indexes, (at) => prices[at] ?? 0)
  return (token: number): void => {
    const end = starts[token + 1] as number
    for (let i = starts[token] as number; i < end; i += 1) {
      const at = base[i] as number
      const value = values[at] as number
      if (value === 0) continue
      const [low, high] = [value * (bid[i] as number), value * (ask[i] as number)]
      const weight = value * (depth[i] as number)
      const gasPart = ((gas[i] as number) * gasPrice) / weight
      range.add(low, high, weight)
      // The output is never sold, and the input never bought.
      if (indexes[at] !== INPUT) range.raise(low * saleMargin(gasPart))
      if (indexes[at] !== OUTPUT) range.lower(high * purchaseMargin(gasPart, low / high))
    }
  }
}

function createLinkReader(
  { links }: OuterPools,
  { prices, gasPrice, range }: { prices: Float64Array; gasPrice: number; range: PriceRange },
) {
  const { bid, ask, depth, gas } = links.rates
  return (token: number): void => {
    const end = links.starts[token + 1] as number
    for (let n = links.starts[token] as number; n < end; n += 1) {
      const i = links.at[n] as number
      const isFirst = links.tokens[i] === token
      const other = prices[(isFirst ? links.others[i] : links.tokens[i]) as number] as number
      if (other === 0) continue
      const [low, high] = [bid[i] as number, ask[i] as number]
      const value = isFirst ? other : other / Math.sqrt(low * high)
      const weight = value * (depth[i] as number)
      const gasPart = ((gas[i] as number) * gasPrice) / weight
      const [least, most] = [low * saleMargin(gasPart), high * purchaseMargin(gasPart, low / high)]
      range.add(isFirst ? other * low : other / high, isFirst ? other * high : other / low, weight)
      range.raise(isFirst ? other * least : other / most)
      range.lower(isFirst ? other * most : other / least)
    }
  }
}

/** How far below its pool's price a token must be for a sale to earn its gas, which is this part of the pool's depth. */
function saleMargin(gasPart: number): number {
  return Math.max(0, 1 - Math.sqrt(gasPart)) ** 2
}

/** The same above it, for a purchase. `spread`: what the pool pays, of what it asks. */
function purchaseMargin(gasPart: number, spread: number): number {
  return (1 + Math.sqrt(gasPart * Math.sqrt(spread))) ** 2
}
