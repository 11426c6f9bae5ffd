import { type Curve, sampledCurve } from '../core/curve.ts'
import { FEE_UNIT, MAX_SOLD, type SolidlySide } from './solidly-math.ts'

/** Points per growth of the balance by a factor of e. */
const POINTS_PER_GROWTH = 256
const MAX_POINTS = 1_024
const MAX_STEPS = 64

/** Two balances in whole tokens. */
type Balances = readonly [x: number, y: number]

/** Creates the curve of a stable pair, x^3 y + y^3 x = k, in float64. */
export function stableCurve(side: SolidlySide, gas: number): Curve {
  const { unitIn, unitOut, reserveIn, reserveOut, fee } = side
  const [x0, y0] = [Number(reserveIn) / Number(unitIn), Number(reserveOut) / Number(unitOut)]
  const k = x0 ** 3 * y0 + y0 ** 3 * x0
  const growth = Math.log1p((MAX_SOLD * (x0 + y0)) / x0)
  const points = Math.min(MAX_POINTS, Math.ceil(growth * POINTS_PER_GROWTH))
  const inputs: number[] = []
  const prices: number[] = []
  let y = y0
  for (let i = 0; i <= points; i += 1) {
    const grown = Math.expm1((growth * i) / points)
    const x = x0 * (1 + grown)
    y = solveFloat(x, y, k)
    inputs.push(grown * Number(reserveIn))
    prices.push((getPrice([x, y]) * Number(unitOut)) / Number(unitIn))
  }
  return sampledCurve({
    keep: 1 - Number(fee) / Number(FEE_UNIT),
    inputs,
    stock: Number(reserveOut) - y * Number(unitOut),
    prices,
    gas,
  })
}

/** Returns the price of `x` in `y`. */
function getPrice([x, y]: Balances): number {
  return (3 * x * x * y + y ** 3) / (x ** 3 + 3 * x * y * y)
}

/** Solves with Newton's method from above. */
function solveFloat(x: number, start: number, k: number): number {
  let y = start
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const way = (x ** 3 * y + y ** 3 * x - k) / (x ** 3 + 3 * x * y * y)
    y -= way
    if (Math.abs(way) <= y * 1e-15) break
  }
  return y
}
