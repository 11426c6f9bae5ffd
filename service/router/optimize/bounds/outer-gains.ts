import { createFill, getCurve, getShortfall, sellUntil } from '../../../modules/core/curve.ts'
import type { Pool } from '../../../modules/core/pool.ts'
import type { OuterPools, OuterRates } from '../../market/outer-columns.ts'
import { INPUT, OUTPUT } from '../network/network.ts'
import { buildOuterEdges, leastOf, type OuterEdges } from './outer-edges.ts'
import { settleOuterPrices } from './outer-prices.ts'
import type { KnownPrices } from './outer-ranges.ts'
import { getPlaces } from './reach-tokens.ts'

export interface InnerPrices extends KnownPrices {
  /** Returns true if the request allows the pool. */
  isUsable: (pool: Pool) => boolean
}

export interface OuterGains {
  /** Pools of the tokens with the largest gains, by address. */
  pools: readonly Pool[]
  /** Fixed prices of tokens of these pools. The prices of the others are free. */
  pinned: ReadonlyMap<string, number>
  /** All other pools, for a network with these tokens. */
  others: (tokens: readonly string[]) => PoolsLeftOut
  /** The same, at other prices. */
  othersAt: (wider: Omit<KnownPrices, 'gasPrice'>) => PoolsLeftOut
}

/** Pools that a network lacks, at some prices. */
export interface PoolsLeftOut {
  /** The profit of all that have one, after gas. */
  gained: number
  /** The minimum loss of a route in each pool. */
  edges: OuterEdges
}

/** Maximum number of tokens with a free price, and of tokens without a price. */
const MAX_FREE = 32

/**
 * Returns the profit of the outer pools at the prices of a network, with each outer token at its
 * settled price. Leaves the tokens with the largest gains to the caller, which can price them
 * better.
 */
export function outerGains(outer: OuterPools, inner: InnerPrices): OuterGains {
  const state = createState(outer, inner)
  const all = allGains(state)
  const sums = new Float64Array(outer.tokens.length)
  for (const { token, gain } of all.gains) sums[token] = (sums[token] as number) + gain
  for (const token of largest(sums, MAX_FREE)) if (!state.known.has(token)) state.free.add(token)

  const pools = poolsOfFree(state)
  const ends = pools.flatMap(({ tokens }) => tokens).filter((token) => !state.free.has(outer.placeOf(token)))
  const pinned = new Map(ends.map((token) => [token, getPrice(state, token)]))
  return {
    pools,
    pinned,
    others: (tokens) => leftOut({ ...state, inner: { ...inner, tokens } }, all),
    othersAt(wider) {
      const at = stateAt(state, wider)
      return leftOut(at, allGains(at))
    },
  }
}

/** The same pools, tokens of the wider network at its prices. */
function stateAt({ outer, inner, ...state }: State, wider: Omit<KnownPrices, 'gasPrice'>): State {
  const at = { ...inner, ...wider }
  return { ...state, outer, inner: at, prices: settleOuterPrices(outer, at, getPlaces(outer, wider.tokens)) }
}

function leftOut(state: State, { gains, traded }: { gains: readonly Gain[]; traded: Traded }): PoolsLeftOut {
  const isFree = new Uint8Array(state.prices.length)
  for (const token of state.free) isFree[token] = 1
  let gained = 0
  for (const { token, other, gain } of gains) {
    if (!isFree[token] && (other < 0 || !isFree[other])) gained += gain
  }
  return { gained, edges: outerEdges(state, traded) }
}

function allGains(state: State): { gains: Gain[]; traded: Traded } {
  const traded: Traded = { rates: new Map(), links: new Map() }
  const gains = intermediateGains(state, traded)
  addLinkGains(state, gains, traded)
  return { gains, traded }
}

/** The places of the largest values above 0, the largest first. */
function largest(values: Float64Array, count: number): number[] {
  return leastOf(
    values.map((value) => (value > 0 ? -value : Number.POSITIVE_INFINITY)),
    count,
  )
}

interface State {
  outer: OuterPools
  inner: InnerPrices
  /** Prices of the outer tokens; 0 if unknown. */
  prices: Float64Array
  /** Indexes of tokens whose price is not fixed here. */
  free: Set<number>
  /** Outer tokens that are also in the network: their index there. */
  known: ReadonlyMap<number, number>
}

interface Gain {
  /** Indexes of outer tokens; -1: an intermediate token. */
  token: number
  other: number
  gain: number
}

/**
 * The gain of the best trade by index of a rate or link that trades at these prices. All others are
 * idle.
 */
interface Traded {
  rates: Map<number, number>
  links: Map<number, number>
}

function createState(outer: OuterPools, inner: InnerPrices): State {
  const known = getPlaces(outer, inner.tokens)
  const prices = settleOuterPrices(outer, inner, known)
  const unpriced: number[] = []
  for (let token = 0; token < prices.length; token += 1) {
    if (prices[token] === 0 && !known.has(token)) unpriced.push(token)
  }
  // No pool leads from these to a token with a price: of many, most lie on no route.
  const byAddress = (a: number, b: number) => ((outer.tokens[a] ?? '') < (outer.tokens[b] ?? '') ? -1 : 1)
  const free = new Set(unpriced.sort(byAddress).slice(0, MAX_FREE))
  return { outer, inner, prices, free, known }
}

/** The gains in pools with intermediate tokens. */
function intermediateGains({ outer, inner, prices, free, known }: State, traded: Traded): Gain[] {
  const { starts, intermediate, rates, intermediates } = outer
  const { bid, ask } = rates
  const indexes = intermediates.map((token) => inner.tokens.indexOf(token))
  const values = Float64Array.from(indexes, (at) => inner.prices[at] ?? 0)
  const isLeftOut = new Uint8Array(prices.length)
  for (const token of [...known.keys(), ...free]) isLeftOut[token] = 1
  const gainAt = createGainAt(rates, outer.tokens, inner)
  const gains: Gain[] = []
  for (let token = 0; token < prices.length; token += 1) {
    const price = prices[token] as number
    if (isLeftOut[token]) continue
    const end = starts[token + 1] as number
    for (let i = starts[token] as number; i < end; i += 1) {
      const at = intermediate[i] as number
      const value = values[at] as number
      const isSale = price < value * (bid[i] as number)
      // Most pools are idle.
      if (!isSale && price <= value * (ask[i] as number)) continue
      const index = indexes[at] as number
      if (index === (isSale ? INPUT : OUTPUT)) continue
      const gain = gainAt(token, i, price, value)
      traded.rates.set(i, gain)
      if (gain > 0) gains.push({ token, other: -1, gain })
    }
  }
  return gains
}

/** Adds the gains in pools between outer tokens. */
function addLinkGains({ outer, inner, prices, free, known }: State, gains: Gain[], traded: Traded): void {
  const { tokens, others, rates } = outer.links
  const gainAt = createGainAt(rates, outer.tokens, inner)
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as number
    const other = others[i] as number
    const price = prices[token] as number
    const value = prices[other] as number
    if (free.has(token) || free.has(other) || price === 0 || value === 0) continue
    if (isIdle(rates, i, { price, value })) continue
    const gain = gainAt(token, i, price, value)
    traded.links.set(i, gain)
    if (gain <= 0) continue
    const ends = [known.get(token) ?? -1, known.get(other) ?? -1] as const
    // The network has the pools between its own tokens.
    if (ends[0] >= 0 && ends[1] >= 0) continue
    const isSale = price < value * (rates.bid[i] as number)
    const [from, to] = isSale ? ends : [ends[1], ends[0]]
    if (from === OUTPUT || to === INPUT) continue
    gains.push({ token, other, gain })
  }
}

/** Pools lose their gas, less what the best trade through them gains. */
function outerEdges({ outer, inner, prices, free, known }: State, traded: Traded): OuterEdges {
  const { starts, intermediate, rates, intermediates, links } = outer
  const count = outer.tokens.length
  const places = new Int32Array(count)
  for (let token = 0; token < count; token += 1) places[token] = -1 - token
  for (const [token, index] of getPlaces(outer, inner.tokens)) places[token] = index
  const { add, build } = buildOuterEdges(
    inner.tokens.length,
    count + intermediates.length,
    2 * (rates.pools.length + links.rates.pools.length),
  )
  /** `loss`: of the way that gains more. */
  function addPool(token: number, other: number, isSale: boolean, loss: number, idle: number): void {
    if (token !== OUTPUT && other !== INPUT) add(token, other, isSale ? loss : idle)
    if (other !== OUTPUT && token !== INPUT) add(other, token, isSale ? idle : loss)
  }

  const indexes = intermediates.map((token, i) => {
    const index = inner.tokens.indexOf(token)
    return index < 0 ? -1 - (count + i) : index
  })
  for (let token = 0; token < count; token += 1) {
    const price = prices[token] as number
    if (price === 0 || free.has(token) || known.has(token)) continue
    const end = starts[token + 1] as number
    for (let i = starts[token] as number; i < end; i += 1) {
      const other = indexes[intermediate[i] as number] as number
      const isSale = price < (inner.prices[other] as number) * (rates.bid[i] as number)
      const idle = (rates.gas[i] as number) * inner.gasPrice
      const loss = lossOf(traded.rates.get(i), idle)
      addPool(places[token] as number, other, isSale, loss, idle)
    }
  }
  for (let i = 0; i < links.tokens.length; i += 1) {
    const token = links.tokens[i] as number
    const other = links.others[i] as number
    const [price, value] = [prices[token] as number, prices[other] as number]
    if (price === 0 || value === 0 || free.has(token) || free.has(other)) continue
    if (known.has(token) && known.has(other)) continue
    const isSale = price < value * (links.rates.bid[i] as number)
    const idle = (links.rates.gas[i] as number) * inner.gasPrice
    const loss = lossOf(traded.links.get(i), idle)
    addPool(places[token] as number, places[other] as number, isSale, loss, idle)
  }
  return build()
}

/** The loss of the gaining trade, if there is one. */
const lossOf = (gain: number | undefined, idle: number) => (gain === undefined ? idle : Math.max(0, -gain))

function isIdle(
  { bid, ask }: OuterRates,
  at: number,
  { price, value }: { price: number; value: number },
): boolean {
  return price >= value * (bid[at] as number) && price <= value * (ask[at] as number)
}

/**
 * Returns an upper bound of a pool's profit after gas, by its token and rate index, at the prices
 * of its two tokens. Minus infinity if the pool cannot be traded.
 */
type GainAt = (token: number, at: number, price: number, value: number) => number

function createGainAt(
  rates: OuterRates,
  tokens: readonly string[],
  { gasPrice, isUsable }: InnerPrices,
): GainAt {
  const fill = createFill()
  return (token, at, price, value) => {
    const low = value * (rates.bid[at] as number)
    const high = value * (rates.ask[at] as number)
    const isSale = price < low
    // The profit of a constant product pool bounds it: most curves need not be computed.
    const share = isSale
      ? (1 - Math.sqrt(price / low)) ** 2
      : Math.sqrt(high / low) * (Math.sqrt(price / high) - 1) ** 2
    const most = value * (rates.depth[at] as number) * share - (rates.gas[at] as number) * gasPrice
    const pool = rates.pools[at] as Pool
    if (!isUsable(pool)) return Number.NEGATIVE_INFINITY
    if (most <= 0 || rates.isExact[at]) return most
    const curve = getCurve(pool, (pool.tokens[0] === tokens[token]) === isSale)
    if (!curve) return Number.NEGATIVE_INFINITY
    const priceIn = isSale ? price : value
    const priceOut = isSale ? value : price
    sellUntil(curve, priceIn / priceOut, fill)
    return priceOut * (fill.output + getShortfall(curve, fill)) - priceIn * fill.input - curve.gas * gasPrice
  }
}

/** Returns pools by address. */
function poolsOfFree({ outer, inner, free }: State): Pool[] {
  const { starts, rates, links } = outer
  const pools = [...free].flatMap((token) => rates.pools.slice(starts[token], starts[token + 1]))
  if (free.size > 0) {
    for (const [i, pool] of links.rates.pools.entries()) {
      if (free.has(links.tokens[i] as number) || free.has(links.others[i] as number)) pools.push(pool)
    }
  }
  return pools.filter(inner.isUsable).sort((a, b) => (a.address < b.address ? -1 : 1))
}

function getPrice({ outer, inner, prices }: State, token: string): number {
  const index = inner.tokens.indexOf(token)
  return index >= 0 ? (inner.prices[index] as number) : (prices[outer.placeOf(token)] ?? 0)
}
