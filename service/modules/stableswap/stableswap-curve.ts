import { type Curve, sampledCurve } from '../core/curve.ts'
import { levelPrices } from '../core/level-prices.ts'
import { LEFT } from './stableswap-math.ts'

/** A StableSwap pool in float64, in whole tokens. */
export interface FloatMarket {
  balances: readonly number[]
  /** The amplification `A * n`. */
  ann: number
  invariant: number
  /** Share of the output. */
  fee: number
  /** Growth of the fee as balances diverge. 1 or less: none. */
  feeMultiplier: number
}

/** Maximum share by which a balance changes between two points. */
const STEP = 1 / 256
const MAX_POINTS = 2_048
const MAX_ROUNDS = 64
/** As a share of the price before the fee. */
const LEAST_PAID = 1e-3

/** Returns the price of `from` in `to` before the fee, at these two balances. */
export function getPrice(market: FloatMarket, [from, to]: readonly [number, number], x: number, y: number) {
  const { balances, ann, invariant } = market
  const count = balances.length
  // Scaled by the invariant over each balance, which bends the curve.
  let bend = invariant
  for (const [k, held] of balances.entries())
    bend *= invariant / (count * (k === from ? x : k === to ? y : held))
  return (ann + bend / x) / (ann + bend / y)
}

/**
 * Creates the curve that sells `from` for `to`. `units` are the base units per whole token. The fee
 * is taken from the output. Returns undefined if the pool pays nothing.
 */
export function stableswapCurve(
  market: FloatMarket,
  [from, to]: readonly [number, number],
  { units, gas }: { units: readonly [number, number]; gas: number },
): Curve | undefined {
  const [start = 0, stock = 0] = [market.balances[from], market.balances[to]]
  const least = stock / Number(LEFT)
  const inputs: number[] = []
  const prices: number[] = []
  let bought = 0
  let [x, y] = [start, stock]
  for (let i = 0; i < MAX_POINTS; i += 1) {
    const price = getPrice(market, [from, to], x, y)
    const { share, slope } = getFee(market, { x: start + x, y: stock + y, price })
    const paid = price * (1 - share) - (stock - y) * slope
    // The fee grows faster than the output here.
    if (paid <= price * LEAST_PAID) break
    bought = (stock - y) * (1 - share)
    inputs.push((x - start) * units[0])
    prices.push((Math.min(paid, price * (1 - market.fee)) * units[1]) / units[0])
    if (y === least) break
    x += STEP * Math.min(x, y / price)
    y = solve(market, [from, to], x, y)
    if (y < least) {
      y = least
      x = solve(market, [to, from], y, market.invariant)
    }
  }
  if (inputs.length < 2) return undefined
  return sampledCurve({
    keep: 1,
    inputs,
    stock: bought * units[1],
    prices: market.feeMultiplier > 1 ? levelPrices(inputs, prices) : prices,
    gas,
  })
}

/**
 * Returns the fee share of a trade and its change with another unit, from both balances before and
 * after.
 */
function getFee(
  { fee, feeMultiplier }: FloatMarket,
  { x, y, price }: { x: number; y: number; price: number },
): { share: number; slope: number } {
  if (feeMultiplier <= 1) return { share: fee, slope: 0 }
  const evenness = (4 * x * y) / (x + y) ** 2
  const over = (feeMultiplier - 1) * evenness + 1
  const bend = (4 * (y - x) * (y + x * price)) / (x + y) ** 3
  return {
    share: (feeMultiplier * fee) / over,
    slope: (-feeMultiplier * fee * (feeMultiplier - 1) * bend) / over ** 2,
  }
}

/** Solves for the balance of `to` at `x` of `from`, with Newton's method from above. */
function solve(
  { balances, ann, invariant }: FloatMarket,
  indexes: readonly [number, number],
  x: number,
  above: number,
) {
  const count = balances.length
  let c = (invariant * invariant) / (ann * count)
  let b = invariant / ann - invariant
  for (const [k, own] of balances.entries()) {
    if (k === indexes[1]) continue
    const held = k === indexes[0] ? x : own
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
