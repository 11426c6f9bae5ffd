import { createFill, priceAtStart, sellUntil } from '../../modules/core/curve.ts'
import type { NetworkEdge } from './network.ts'

const SWEEPS = 3
const HALVINGS = 40
/** Of a price: what a bound gains by a better one is the square of it. */
const PRECISION = 1e-7

/**
 * Prices for the tokens without one that minimize what their pools earn above their gas while the other prices stay
 * fixed. Any prices give a valid bound; these give a tight one.
 */
export function settlePrices(
  edges: readonly NetworkEdge[],
  { known, tokens, gasPrice }: { known: Float64Array; tokens: number; gasPrice: number },
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
  let unpriced = touching.size
  for (let sweep = 0, reached = true; sweep < SWEEPS || reached; sweep += 1) {
    for (const [token, at] of touching) prices[token] = settled(token, at, { prices, gasPrice })
    const left = [...touching.keys()].filter((token) => prices[token] === 0).length
    reached = left < unpriced
    unpriced = left
  }
  return prices
}

interface Costs {
  prices: Float64Array
  gasPrice: number
}

function settled(token: number, edges: readonly NetworkEdge[], { prices, gasPrice }: Costs): number {
  /** Above the ceiling an arbitrageur would sell the token, below the floor buy it. */
  let ceiling = Number.POSITIVE_INFINITY
  let floor = 0
  for (const { from, to, curve } of edges) {
    const spot = priceAtStart(curve)
    if (to === token && (prices[from] as number) > 0)
      ceiling = Math.min(ceiling, (prices[from] as number) / spot)
    if (from === token) floor = Math.max(floor, (prices[to] as number) * spot)
  }
  if (floor === 0) return Number.isFinite(ceiling) ? ceiling / 2 : 0
  if (!Number.isFinite(ceiling)) return floor
  if (floor <= ceiling) return Math.sqrt(floor * ceiling)

  // An arbitrage through the token exists: bisect to the price where inflow equals outflow.
  let [low, high] = [ceiling, floor]
  for (let i = 0; i < HALVINGS && high / low > 1 + PRECISION; i += 1) {
    const middle = Math.sqrt(low * high)
    if (surplusAt(token, edges, { prices, gasPrice, price: middle }) > 0) high = middle
    else low = middle
  }
  return Math.sqrt(low * high)
}

/** Inflow minus outflow of the token at a price, in pools that earn their gas. */
function surplusAt(
  token: number,
  edges: readonly NetworkEdge[],
  { prices, gasPrice, price }: Costs & { price: number },
): number {
  const fill = createFill()
  let surplus = 0
  for (const { from, to, curve } of edges) {
    const other = prices[from === token ? to : from] as number
    if (!(other > 0)) continue
    const [priceIn, priceOut] = from === token ? [price, other] : [other, price]
    sellUntil(curve, priceIn / priceOut, fill)
    if (priceOut * fill.output - priceIn * fill.input <= curve.gas * gasPrice) continue
    surplus += from === token ? -fill.input : fill.output
  }
  return surplus
}
