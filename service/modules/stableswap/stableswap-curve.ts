import { type Curve, sampledCurve } from '../core/curve.ts'
import { LEFT } from './stableswap-math.ts'

/** A pool of StableSwap in float64, in whole tokens. */
export interface FloatMarket {
  balances: readonly number[]
  /** Amplification, once for each coin. */
  ann: number
  invariant: number
}

/** Share by which a balance changes between two points, at most. */
const STEP = 1 / 256
const MAX_POINTS = 2_048
const MAX_ROUNDS = 64

/** What one of `from` is worth in `to`, before the fee, with these two balances. */
export function getPrice(market: FloatMarket, [from, to]: readonly [number, number], x: number, y: number) {
  const { balances, ann, invariant } = market
  const count = balances.length
  // Times the invariant over each balance: what bends the curve.
  let bend = invariant
  for (const [k, held] of balances.entries())
    bend *= invariant / (count * (k === from ? x : k === to ? y : held))
  return (ann + bend / x) / (ann + bend / y)
}

/** Selling `from` for `to`; `units` are what a whole token of each is. The fee is taken from the output. */
export function stableswapCurve(
  market: FloatMarket,
  [from, to]: readonly [number, number],
  { units, kept, gas }: { units: readonly [number, number]; kept: number; gas: number },
): Curve {
  const [start = 0, stock = 0] = [market.balances[from], market.balances[to]]
  const least = stock / Number(LEFT)
  const inputs: number[] = []
  const prices: number[] = []
  let [x, y] = [start, stock]
  for (let i = 0; i < MAX_POINTS; i += 1) {
    const price = getPrice(market, [from, to], x, y)
    inputs.push((x - start) * units[0])
    prices.push((price * kept * units[1]) / units[0])
    if (y === least) break
    x += STEP * Math.min(x, y / price)
    y = solve(market, [from, to], x, y)
    if (y < least) {
      y = least
      x = solve(market, [to, from], y, market.invariant)
    }
  }
  return sampledCurve({ keep: 1, inputs, stock: (stock - y) * kept * units[1], prices, gas })
}

/** How much of `to` goes with `x` of `from`, by Newton's method from above. */
function solve(
  { balances, ann, invariant }: FloatMarket,
  places: readonly [number, number],
  x: number,
  above: number,
) {
  const count = balances.length
  let c = (invariant * invariant) / (ann * count)
  let b = invariant / ann - invariant
  for (const [k, own] of balances.entries()) {
    if (k === places[1]) continue
    const held = k === places[0] ? x : own
    c *= invariant / (held * count)
    b += held
  }
  let y = above
  for (let i = 0; i < MAX_ROUNDS; i += 1) {
    const before = y
    y = (y * y + c) / (2 * y + b)
    if (Math.abs(y - before) <= y * 1e-15) break
  }
  return y
}
