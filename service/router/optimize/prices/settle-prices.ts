import { createFill, type Fill, sellUntil } from '../../../modules/core/curve.ts'
import { NEARLY_IDLE } from '../network/bound.ts'
import type { NetworkEdge } from '../network/network.ts'

const SWEEPS = 3
const MAX_PRICE = 1e150
const HALVINGS = 40
/** Relative precision of a price. The gain of a bound is the square of it. */
const PRECISION = 1e-7

interface Settlement {
  known: Float64Array
  tokens: number
  gasPrice: number
  /** Relative precision of a price that is found by bisection. Default: the precision of a bound. */
  precision?: number
}

/**
 * Prices for the tokens without one that minimize the gains of their pools above their gas, while
 * the other prices stay fixed. Any prices give a valid bound, and these give a tight one.
 */
export function settlePrices(
  edges: readonly NetworkEdge[],
  { known, tokens, gasPrice, precision = PRECISION }: Settlement,
): Float64Array {
  const prices = new Float64Array(tokens)
  prices.set(known)
  const touching = new Map<number, NetworkEdge[]>()
  for (const edge of edges) {
    for (const token of [edge.from, edge.to]) {
      if ((prices[token] as number) > 0) continue
      const others = touching.get(token) ?? []
      touching.set(token, others)
      others.push(edge)
    }
  }
  const reached = reachedTokens(touching, prices)
  const fill = createFill()
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const token of reached)
      prices[token] = inRange(
        settled(token, touching.get(token) ?? [], { prices, gasPrice, precision, fill }),
      )
  }
  return prices
}

/** Over long chains prices may grow beyond what a float64 can be multiplied with; 0 stays unknown. */
export function inRange(price: number): number {
  return price === 0 ? 0 : Math.min(Math.max(price, 1 / MAX_PRICE), MAX_PRICE)
}

/** The tokens that can be reached from tokens with a price, nearest first. One sweep prices all of them. */
function reachedTokens(
  touching: ReadonlyMap<number, readonly NetworkEdge[]>,
  prices: Float64Array,
): ReadonlySet<number> {
  const isPriced = (token: number) => (prices[token] as number) > 0
  const reached = new Set<number>()
  for (const [token, at] of touching) {
    if (at.some(({ from, to }) => isPriced(from) || isPriced(to))) reached.add(token)
  }
  for (const token of reached) {
    for (const { from, to } of touching.get(token) ?? []) {
      for (const next of [from, to]) if (touching.has(next)) reached.add(next)
    }
  }
  return reached
}

interface Costs {
  prices: Float64Array
  gasPrice: number
  precision: number
  /** Scratch space. */
  fill: Fill
}

function settled(token: number, edges: readonly NetworkEdge[], costs: Costs): number {
  const { prices, precision } = costs
  /** Above the ceiling an arbitrageur would sell the token, below the floor buy it. */
  let ceiling = Number.POSITIVE_INFINITY
  let floor = 0
  for (const { from, to, curve } of edges) {
    const spot = curve.startPrice
    if (to === token && (prices[from] as number) > 0)
      ceiling = Math.min(ceiling, (prices[from] as number) / spot)
    if (from === token) floor = Math.max(floor, (prices[to] as number) * spot)
  }
  if (floor === 0) return Number.isFinite(ceiling) ? ceiling / 2 : 0
  if (!Number.isFinite(ceiling)) return floor
  if (floor <= ceiling) return Math.sqrt(floor * ceiling)

  // An arbitrage through the token exists: bisect to the price where inflow equals outflow.
  let [low, high] = [ceiling, floor]
  for (let i = 0; i < HALVINGS && high / low > 1 + precision; i += 1) {
    const middle = Math.sqrt(low * high)
    if (surplusAt(token, edges, costs, middle) > 0) high = middle
    else low = middle
  }
  return Math.sqrt(low * high)
}

/** Inflow minus outflow of the token at a price, in pools that earn their gas. */
function surplusAt(
  token: number,
  edges: readonly NetworkEdge[],
  { prices, gasPrice, fill }: Costs,
  price: number,
): number {
  let surplus = 0
  for (const { from, to, curve } of edges) {
    const isSale = from === token
    const other = prices[isSale ? to : from] as number
    if (!(other > 0)) continue
    const priceIn = isSale ? price : other
    const priceOut = isSale ? other : price
    if (priceIn > priceOut * curve.startPrice * NEARLY_IDLE) continue
    sellUntil(curve, priceIn / priceOut, fill)
    if (priceOut * fill.output - priceIn * fill.input <= curve.gas * gasPrice) continue
    surplus += isSale ? -fill.input : fill.output
  }
  return surplus
}
