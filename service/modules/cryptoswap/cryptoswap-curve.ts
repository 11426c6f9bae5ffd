import type { Pair } from '../core/coin-pair.ts'
import { type Curve, sampledCurve } from '../core/curve.ts'
import { levelPrices } from '../core/level-prices.ts'

/** A pool of CryptoSwap in float64. */
export interface FloatCryptoswap {
  /** In the first coin, whole tokens. */
  balances: readonly number[]
  /** Once for each coin to the power of all of them. */
  amplification: number
  gamma: number
  /** D. */
  invariant: number
  /** Shares of the output. */
  midFee: number
  outFee: number
  feeGamma: number
  /** How little a trade leaves of what it buys, and how much of what it sells. */
  bounds: readonly [least: number, most: number]
}

/** Share by which a balance changes from one point to the next: at first, where little is paid yet, and at most. */
const [FIRST_STEP, MOST_STEP, LEAST_STEP] = [2 ** -13, 2 ** -6, 2 ** -24]
/** How a step grows where the last one was straight enough. */
const GROWTH = 1.5
/** How far a point may be from where a constant product would have led, as a share. */
const BEND = 2 ** -14
const MAX_POINTS = 4_096
const MAX_ROUNDS = 64
/** Of a whole curve: usual ones take 1,500, the worst that were found 10,000. Beyond them it ends where it is, and more is not sold. */
const MAX_CURVE_ROUNDS = 20_000
/** Of the price before the fee. */
const LEAST_PAID = 1e-3

/** Two balances of a pool, in the first coin both, and what the others hold: their sum, and their product in a balanced pool's. */
interface Held {
  x: number
  y: number
  sum: number
  product: number
}

/** What one of `from` is worth in `to`, before the fee, in the first coin both. */
export function getPrice(market: FloatCryptoswap, places: Pair): number {
  return priceAt(market, hold(market, places))
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
  // 2 product³ - (2 gamma + 3) product² + (1 + gamma)², which in balance is the difference of terms far larger than it.
  const base = gamma ** 2 + 4 * gamma * away + (3 - 2 * gamma) * away ** 2 - 2 * away ** 3
  const pull = (amplification * gamma * gamma * product) / invariant
  return (base / held.x + pull) / (base / held.y + pull)
}

/** Rounds of Newton's method that are left to a curve: whoever makes a pool chooses its parameters, and with them how it bends. */
interface Budget {
  rounds: number
}

/** Of a curve: balances, the price before the fee, and what another unit pays. */
interface Point {
  x: number
  y: number
  price: number
  paid: number
}

/** Selling `from` for `to`; `units` are what a whole first coin is of each. The fee is taken from the output. Undefined: it pays nothing. */
export function cryptoswapCurve(
  market: FloatCryptoswap,
  places: Pair,
  { units, gas, rounds = MAX_CURVE_ROUNDS }: { units: Pair; gas: number; rounds?: number },
): Curve | undefined {
  const budget: Budget = { rounds }
  const start = hold(market, places)
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

/** To the bounds of the contract, or until another unit pays nothing; nearer where the price bends. */
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

  /** Undefined once the budget is spent. */
  function advance(point: Point): Point | undefined {
    for (;;) {
      const next = move(point)
      if (budget.rounds <= 0) return undefined
      const width = next.x - point.x
      // Of a constant product, one over the root of the price grows evenly.
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

/** The fee at balances, and what another unit sold adds to it. */
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

/** How much of what is bought goes with the others, by Newton's method from below, from where it never goes beyond. */
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
