import type { Pair } from '../core/coin-pair.ts'
import { type Curve, sampledCurve } from '../core/curve.ts'
import { levelPrices } from '../core/level-prices.ts'

/** A CryptoSwap pool in float64. */
export interface FloatCryptoswap {
  /** In whole tokens of the first coin. */
  balances: readonly number[]
  /** The amplification `A * n^n`. */
  amplification: number
  gamma: number
  /** The invariant D. */
  invariant: number
  /** Shares of the output. */
  midFee: number
  outFee: number
  feeGamma: number
  /** Minimum balance of the bought coin and maximum balance of the sold coin. */
  bounds: readonly [least: number, most: number]
}

/** Share by which a balance changes between points: initially, at most and at least. */
const [FIRST_STEP, MOST_STEP, LEAST_STEP] = [2 ** -13, 2 ** -6, 2 ** -24]
/** Growth of a step after a sufficiently straight one. */
const GROWTH = 1.5
/** Maximum deviation of a point from a constant product, as a share. */
const BEND = 2 ** -14
const MAX_POINTS = 4_096
const MAX_ROUNDS = 64
/**
 * Limit per curve. Usual curves take 1,500 rounds, the worst known 10,000. The curve ends at the
 * limit.
 */
const MAX_CURVE_ROUNDS = 20_000
/** As a share of the price before the fee. */
const LEAST_PAID = 1e-3

/** Two balances in the first coin, and the sum and normalized product of the other balances. */
interface Held {
  x: number
  y: number
  sum: number
  product: number
}

/** Returns the price of `from` in `to` before the fee, both in the first coin. */
export function getPrice(market: FloatCryptoswap, indexes: Pair): number {
  return priceAt(market, hold(market, indexes))
}

function hold({ balances, invariant }: FloatCryptoswap, [from, to]: Pair): Held {
  const n = balances.length
  const others = balances.filter((_, k) => k !== from && k !== to)
  return {
    x: balances[from] ?? 0,
    y: balances[to] ?? 0,
    sum: others.reduce((all, each) => all + each, 0),
    product: others.reduce((made, each) => (made * each * n) / invariant, (n / invariant) ** 2),
  }
}

function priceAt({ gamma, amplification, invariant }: FloatCryptoswap, held: Held): number {
  const product = held.product * held.x * held.y
  const away = 1 - product
  // Expands 2 product³ - (2 gamma + 3) product² + (1 + gamma)², which near balance is a small
  // difference of large terms.
  const base = gamma ** 2 + 4 * gamma * away + (3 - 2 * gamma) * away ** 2 - 2 * away ** 3
  const pull = (amplification * gamma * gamma * product) / invariant
  return (base / held.x + pull) / (base / held.y + pull)
}

/**
 * Remaining rounds of Newton's method for a curve. Limited, because a pool's creator chooses its
 * parameters and thereby its shape.
 */
interface Budget {
  rounds: number
}

/** A point of a curve: balances, the price before the fee, and the marginal output. */
interface Point {
  x: number
  y: number
  price: number
  paid: number
}

/**
 * Creates the curve that sells `from` for `to`. `units` are the base units per whole first coin.
 * The fee is taken from the output. Returns undefined if the pool pays nothing.
 */
export function cryptoswapCurve(
  market: FloatCryptoswap,
  indexes: Pair,
  { units, gas, rounds = MAX_CURVE_ROUNDS }: { units: Pair; gas: number; rounds?: number },
): Curve | undefined {
  const budget: Budget = { rounds }
  const start = hold(market, indexes)
  const y = solve(market, start, { below: start.y * (1 - 1e-9), budget })
  const points = drawPoints(market, { ...start, y }, budget)
  const last = points.at(-1)
  if (!last || points.length < 2) return undefined
  const [first] = points as [Point]
  const { fee } = getFee(market, { ...start, ...last }, last.price)
  const inputs = points.map((point) => (point.x - first.x) * units[0])
  const prices = points.map(
    ({ paid, price }) => (Math.min(paid, price * (1 - market.midFee)) * units[1]) / units[0],
  )
  const isFlat = market.outFee <= market.midFee
  return sampledCurve({
    keep: 1,
    inputs,
    stock: (first.y - last.y) * (1 - fee) * units[1],
    prices: isFlat ? prices : levelPrices(inputs, prices),
    gas,
  })
}

/**
 * Draws points up to the contract's bounds or until the marginal output is 0, denser where the
 * price bends.
 */
function drawPoints(market: FloatCryptoswap, start: Held, budget: Budget): Point[] {
  const [least, most] = market.bounds
  const points: Point[] = []
  let step = FIRST_STEP
  let slope: number | undefined
  let point = toPoint(start.x, start.y)
  while (points.length < MAX_POINTS && point.paid > point.price * LEAST_PAID) {
    points.push(point)
    if (point.x >= most || point.y <= least) break
    const next = advance(point)
    if (!next) break
    point = next
  }
  return points

  function toPoint(x: number, y: number): Point {
    const held = { ...start, x, y }
    const price = priceAt(market, held)
    const { fee, growth } = getFee(market, held, price)
    return { x, y, price, paid: price * (1 - fee) - (start.y - y) * growth }
  }

  function move({ x, y, price }: Point): Point {
    const wanted = Math.min(x + step * Math.min(x, y / price), most)
    const left = solve(market, { ...start, x: wanted }, { below: y - (wanted - x) * price, budget })
    if (left >= least) return toPoint(wanted, left)
    return toPoint(solve(market, { ...start, x: least }, { below: x, budget }), least)
  }

  /** Returns undefined once the budget is spent. */
  function advance(point: Point): Point | undefined {
    for (;;) {
      const next = move(point)
      if (budget.rounds <= 0) return undefined
      const width = next.x - point.x
      // For a constant product, the inverse root of the price grows evenly.
      const rise = Math.sqrt(point.paid / next.paid) - 1
      const bend = Math.abs(rise - (slope ?? rise / width) * width)
      if (bend > BEND && step > LEAST_STEP) {
        step /= 2
        continue
      }
      slope = rise / width / (1 + rise)
      if (bend < BEND / 4) step = Math.min(step * GROWTH, MOST_STEP)
      return next
    }
  }
}

/** Returns the fee and how it changes with another unit sold. */
function getFee(
  { balances, invariant, midFee, outFee, feeGamma }: FloatCryptoswap,
  { x, y, sum, product }: Held,
  price: number,
): { fee: number; growth: number } {
  const n = balances.length
  const all = x + y + sum
  const evenness = product * x * y * (invariant / all) ** n
  const over = feeGamma + 1 - evenness
  const share = feeGamma / over
  const drift = evenness * (1 / x - n / all - price * (1 / y - n / all))
  return {
    fee: midFee * share + outFee * (1 - share),
    growth: ((midFee - outFee) * feeGamma * drift) / over ** 2,
  }
}

/**
 * Solves for the balance of the bought coin with Newton's method from below, which never
 * overshoots.
 */
function solve(
  { amplification, gamma, invariant }: FloatCryptoswap,
  { x, sum, product: others }: Held,
  { below, budget }: { below: number; budget: Budget },
): number {
  const each = others * x
  const rest = x + sum - invariant
  const pull = invariant / (amplification * gamma * gamma)
  let y = below
  for (let i = 0; i < MAX_ROUNDS; i += 1) {
    budget.rounds -= 1
    const product = each * y
    const distance = gamma + (1 - product)
    const missing = (1 - product) / product
    const value = rest + y - pull * distance ** 2 * missing
    const slope = 1 + pull * each * (2 * distance * missing + (distance / product) ** 2)
    const before = y
    y -= value / slope
    if (Math.abs(y - before) <= y * 1e-15) break
  }
  return y
}
