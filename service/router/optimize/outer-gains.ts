import { createFill, sellUntil } from '../../modules/core/curve.ts'
import type { Pool } from '../../modules/core/pool.ts'
import type { OuterPools, OuterRates } from '../market/outer-columns.ts'
import { type Part, toPart } from './bound.ts'
import { INPUT, OUTPUT } from './network.ts'

export interface InnerPrices {
  /** Of a network. */
  tokens: readonly string[]
  /** 0: unknown. */
  prices: Float64Array
  /** Of one unit of gas. */
  gasPrice: number
  /** Whether the question allows a pool. */
  isUsable: (pool: Pool) => boolean
}

export interface OuterGains {
  /** Pools worth a closer look, by address: those of tokens in which most may be earned. */
  pools: readonly Pool[]
  /** Prices of the tokens of these pools that are settled. The others are free. */
  pinned: ReadonlyMap<string, number>
  /** What all other pools earn after gas, by the part they would have in a route. */
  others: Readonly<Record<Part, number>>
}

/** Tokens whose price is worth finding more exactly. */
const MAX_FREE = 32

/**
 * What the outer pools could earn at the prices of a network. Each token gets a price at which none of its pools is worth
 * trading in, or, where it fetches more than it costs elsewhere, that of its deepest pool. Those in which most is earned
 * then are left to whoever asks to price better.
 */
export function outerGains(outer: OuterPools, inner: InnerPrices): OuterGains {
  const scene = createScene(outer, inner)
  const gains = [...settleByBases(scene), ...linkGains(scene)]
  const sums = new Map<number, number>()
  for (const { token, gain } of gains) sums.set(token, (sums.get(token) ?? 0) + gain)
  const most = [...sums].sort(([, a], [, b]) => b - a).slice(0, MAX_FREE)
  for (const [token] of most) if (!scene.known.has(token)) scene.free.add(token)

  const others = { direct: 0, start: 0, middle: 0, end: 0 }
  for (const { token, other, part, gain } of gains) {
    if (!scene.free.has(token) && !scene.free.has(other)) others[part] += gain
  }
  const pools = poolsOfFree(scene)
  const ends = pools.flatMap(({ tokens }) => tokens).filter((token) => !scene.free.has(outer.placeOf(token)))
  return { pools, pinned: new Map(ends.map((token) => [token, getPrice(scene, token)])), others }
}

interface Scene {
  outer: OuterPools
  inner: InnerPrices
  /** Of the outer tokens; 0: none was found. */
  prices: Float64Array
  /** Places of those whose price is not settled here. */
  free: Set<number>
  /** Of those that the network holds: their index there. */
  known: ReadonlyMap<number, number>
}

interface Gain {
  /** Places of outer tokens; -1: a base token. */
  token: number
  other: number
  part: Part
  gain: number
}

function createScene(outer: OuterPools, inner: InnerPrices): Scene {
  const known = new Map(inner.tokens.map((token, at) => [outer.placeOf(token), at]))
  known.delete(-1)
  return { outer, inner, prices: new Float64Array(outer.tokens.length), free: new Set(), known }
}

/** Finds the prices, and what is earned in pools with base tokens at them. */
function settleByBases({ outer, inner, prices, free, known }: Scene): Gain[] {
  const { starts, base, rates } = outer
  const { bid, ask, depth } = rates
  const indexes = outer.bases.map((token) => inner.tokens.indexOf(token))
  const worths = Float64Array.from(indexes, (at) => inner.prices[at] ?? 0)
  // What has become output is not sold, and no input is bought back.
  const fetches = worths.map((worth, i) => (indexes[i] === INPUT ? 0 : worth))
  const costs = worths.map((worth, i) => (indexes[i] === OUTPUT ? Number.POSITIVE_INFINITY : worth))
  const gainAt = createGauge(rates, outer.tokens, inner)
  const gains: Gain[] = []
  for (let token = 0; token < prices.length; token += 1) {
    const index = known.get(token)
    if (index !== undefined) {
      prices[token] = inner.prices[index] as number
      continue
    }
    const [from, to] = [starts[token] as number, starts[token + 1] as number]
    let [floor, ceiling, deepest, middle] = [0, Number.POSITIVE_INFINITY, 0, 0]
    for (let i = from; i < to; i += 1) {
      const at = base[i] as number
      floor = Math.max(floor, (fetches[at] as number) * (bid[i] as number))
      ceiling = Math.min(ceiling, (costs[at] as number) * (ask[i] as number))
      const worth = worths[at] as number
      if (worth * (depth[i] as number) <= deepest) continue
      deepest = worth * (depth[i] as number)
      middle = worth * Math.sqrt((bid[i] as number) * (ask[i] as number))
    }
    // Without base tokens that have a price, nobody knows.
    if (middle === 0 || ceiling === 0) {
      free.add(token)
      continue
    }
    prices[token] = floor > ceiling ? middle : Math.min(Math.max(middle, floor), ceiling)
    if (floor <= ceiling) continue
    for (let i = from; i < to; i += 1) {
      const at = base[i] as number
      const worth = worths[at] as number
      const isSale = middle < worth * (bid[i] as number)
      const [sold, bought] = isSale ? [-1, indexes[at] as number] : [indexes[at] as number, -1]
      if (sold === OUTPUT || bought === INPUT) continue
      const gain = gainAt({ token, at: i }, middle, worth)
      if (gain > 0) gains.push({ token, other: -1, gain, part: toPart({ from: sold, to: bought }) })
    }
  }
  return gains
}

/** What is earned in pools between outer tokens at their prices. */
function linkGains({ outer, inner, prices, free, known }: Scene): Gain[] {
  const { tokens, others, rates } = outer.links
  const gainAt = createGauge(rates, outer.tokens, inner)
  const gains: Gain[] = []
  for (let i = 0; i < tokens.length; i += 1) {
    const [token, other] = [tokens[i] as number, others[i] as number]
    const [price, worth] = [prices[token] as number, prices[other] as number]
    if (free.has(token) || free.has(other) || price === 0 || worth === 0) continue
    const gain = gainAt({ token, at: i }, price, worth)
    if (gain <= 0) continue
    const ends = [known.get(token) ?? -1, known.get(other) ?? -1] as const
    const isSale = price < worth * (rates.bid[i] as number)
    const [from, to] = isSale ? ends : [ends[1], ends[0]]
    if (from === OUTPUT || to === INPUT) continue
    gains.push({ token, other, gain, part: toPart({ from, to }) })
  }
  return gains
}

/** Where a rate stands, and whose it is. */
interface RatePlace {
  token: number
  at: number
}

/** What a pool earns after gas when a token has one price and the other another. */
type Gauge = (place: RatePlace, price: number, worth: number) => number

function createGauge(
  rates: OuterRates,
  tokens: readonly string[],
  { gasPrice, isUsable }: InnerPrices,
): Gauge {
  const fill = createFill()
  return ({ token, at }, price, worth) => {
    const low = worth * (rates.bid[at] as number)
    const high = worth * (rates.ask[at] as number)
    if (price >= low && price <= high) return 0
    const isSale = price < low
    // What a pool of constant product earns until its price is the other one: most curves need not be drawn.
    const share = isSale
      ? (1 - Math.sqrt(price / low)) ** 2
      : Math.sqrt(high / low) * (Math.sqrt(price / high) - 1) ** 2
    const most = worth * (rates.depth[at] as number) * share - (rates.gas[at] as number) * gasPrice
    const pool = rates.pools[at] as Pool
    if (most <= 0 || !isUsable(pool)) return 0
    if (rates.isExact[at]) return most
    const curve = pool.curve((pool.tokens[0] === tokens[token]) === isSale)
    if (!curve) return 0
    const [priceIn, priceOut] = isSale ? [price, worth] : [worth, price]
    sellUntil(curve, priceIn / priceOut, fill)
    return priceOut * fill.output - priceIn * fill.input - curve.gas * gasPrice
  }
}

/** By address. */
function poolsOfFree({ outer, inner, free }: Scene): Pool[] {
  const { starts, rates, links } = outer
  const pools = [...free].flatMap((token) => rates.pools.slice(starts[token], starts[token + 1]))
  if (free.size > 0) {
    for (const [i, pool] of links.rates.pools.entries()) {
      if (free.has(links.tokens[i] as number) || free.has(links.others[i] as number)) pools.push(pool)
    }
  }
  return pools.filter(inner.isUsable).sort((a, b) => (a.address < b.address ? -1 : 1))
}

function getPrice({ outer, inner, prices }: Scene, token: string): number {
  const index = inner.tokens.indexOf(token)
  return index >= 0 ? (inner.prices[index] as number) : (prices[outer.placeOf(token)] ?? 0)
}
