/**
 * One direction of a pool in float64, used only for searching: output and marginal price. Quoted
 * amounts come from `Pool.exactInput`. A concave curve of segments, each `in = L (t' - t)` and `out
 * = L (1/t - 1/t')` for a coordinate t that grows while the input is sold. The marginal price is
 * `keep / t^2`. A constant-product pool is one segment, concentrated liquidity one per range, a
 * fixed rate one very short and very deep segment. All amounts are in base units.
 */
export interface Curve {
  /** Share of the input that trades, after the pool's fee. */
  readonly keep: number
  /** Starts of the segments, ascending. One additional entry ends the last segment. */
  readonly starts: Float64Array
  /** Marginal price of the first unit. */
  readonly startPrice: number
  readonly liquidity: Float64Array
  /**
   * Cumulative input without fee, and cumulative output, before each start. One additional entry
   * for the end.
   */
  readonly netIn: Float64Array
  readonly out: Float64Array
  /** Maximum output of a trade: the whole curve, unless the pool limits it. */
  readonly stock: number
  /** Gas of a trade inside the first segment, by the module's gas model. */
  readonly gas: number
  /** Additional gas of a trade that ends in each segment, rising from 0. Undefined: none. */
  readonly segmentGas: readonly number[] | undefined
  /** Additional gas of a purchase. */
  readonly purchaseGas: number
  /** Per segment, the maximum share by which the pool may pay more than `out`. Undefined: none. */
  readonly shortfall: Float64Array | undefined
}

/**
 * The state of a curve after a trade. Reused as an output parameter to avoid millions of
 * allocations.
 */
export interface Fill {
  input: number
  output: number
  /** The coordinate reached. */
  t: number
  /** Liquidity at that point. 0 if nothing trades or the curve is exhausted. */
  liquidity: number
  /** Number of segments crossed. */
  crossed: number
}

export function createFill(): Fill {
  return { input: 0, output: 0, t: 0, liquidity: 0, crossed: 0 }
}

export interface CurveShape {
  keep: number
  /** One entry more than segments, ascending, finite. */
  starts: readonly number[]
  liquidity: readonly number[]
  /** Default: the whole curve. */
  stock?: number
  gas: number
  segmentGas?: readonly number[] | undefined
  /** Default: 0. */
  purchaseGas?: number
  shortfall?: Float64Array | undefined
}

export function createCurve({
  keep,
  starts,
  liquidity,
  stock,
  gas,
  segmentGas,
  purchaseGas = 0,
  shortfall,
}: CurveShape): Curve {
  const netIn = new Float64Array(starts.length)
  const out = new Float64Array(starts.length)
  liquidity.forEach((depth, k) => {
    const from = starts[k] as number
    const to = starts[k + 1] as number
    netIn[k + 1] = (netIn[k] as number) + depth * (to - from)
    out[k + 1] = (out[k] as number) + paid(depth, from, to)
  })
  const all = out.at(-1) ?? 0
  const start = starts[0] as number
  return {
    keep,
    starts: Float64Array.from(starts),
    startPrice: keep / (start * start),
    liquidity: Float64Array.from(liquidity),
    netIn,
    out,
    stock: Math.min(stock ?? all, all),
    gas,
    segmentGas,
    purchaseGas,
    shortfall,
  }
}

/** Twice the negligible share by which the price of a fixed rate falls over its whole capacity. */
const FIXED_RATE_WIDTH = 1e-6

/** Creates the curve of a source with a fixed rate, up to a capacity of input. */
export function fixedRateCurve({
  rate,
  capacity,
  gas,
}: {
  rate: number
  capacity: number
  gas: number
}): Curve {
  const from = 1 / Math.sqrt(rate)
  const to = from * (1 + FIXED_RATE_WIDTH)
  return createCurve({ keep: 1, starts: [from, to], liquidity: [capacity / (to - from)], gas })
}

/**
 * Creates any other concave curve from its marginal prices. `inputs` (without fee) start at 0, and
 * `prices` (output per unit of such input) fall. More points increase the accuracy. `shortfall`
 * bounds the error.
 */
export function sampledCurve(shape: {
  keep: number
  inputs: readonly number[]
  prices: readonly number[]
  stock: number
  gas: number
  purchaseGas?: number
}): Curve {
  const starts = [1 / Math.sqrt(shape.prices[0] ?? 1)]
  const liquidity: number[] = []
  for (let k = 1; k < shape.inputs.length; k += 1) {
    const from = starts[k - 1] as number
    const to = Math.max(1 / Math.sqrt(shape.prices[k] as number), from * (1 + Number.EPSILON * 4))
    starts.push(to)
    liquidity.push(((shape.inputs[k] as number) - (shape.inputs[k - 1] as number)) / (to - from))
  }
  return createCurve({ ...shape, starts, liquidity, shortfall: computeShortfall(shape) })
}

/**
 * Between two points a curve pays the geometric mean of their prices. The true price pays less than
 * the arithmetic mean where it is convex, and less than its parabola elsewhere. The bound is
 * doubled, because the error share in a part of a segment exceeds the share in the whole.
 */
function computeShortfall({
  inputs,
  prices,
}: {
  inputs: readonly number[]
  prices: readonly number[]
}): Float64Array {
  const count = inputs.length - 1
  const shortfall = new Float64Array(count)
  const widths = Float64Array.from(shortfall, (_, k) => (inputs[k + 1] as number) - (inputs[k] as number))
  const slopes = widths.map((width, k) => ((prices[k + 1] as number) - (prices[k] as number)) / width)
  let missing = 0
  let out = 0
  let most = 0
  for (let k = 0; k < count; k += 1) {
    const width = widths[k] as number
    const [from, to] = [Math.sqrt(prices[k] as number), Math.sqrt(prices[k + 1] as number)]
    const bend = Math.max(0, (slopes[k] as number) - (slopes[k + 1] ?? (slopes[k] as number)))
    missing += width * ((from - to) ** 2 + (bend * width) / 6)
    out += width * from * to
    most = Math.max(most, missing / out)
    shortfall[k] = most
  }
  return shortfall
}

/**
 * Returns a pool's curve, or undefined if a number in it is not finite, so that one pool cannot
 * break a search.
 */
export function getCurve(
  pool: { curve(zeroForOne: boolean): Curve | undefined },
  zeroForOne: boolean,
): Curve | undefined {
  const curve = pool.curve(zeroForOne)
  if (!curve) return undefined
  // The sums are finite only if all their terms are.
  const { startPrice, netIn, out, stock } = curve
  const sum = startPrice + (netIn.at(-1) ?? 0) + (out.at(-1) ?? 0) + stock
  return Number.isFinite(sum) ? curve : undefined
}

/** Sells an amount and ignores the excess over the capacity. */
export function sellInto(curve: Curve, amount: number, fill: Fill): void {
  const net = amount * curve.keep
  if (!(net > 0)) {
    stay(curve, fill)
    return
  }
  const end = curve.liquidity.length
  if (net >= (curve.netIn[end] as number)) {
    exhaust(curve, fill)
    fill.input = amount
    return
  }
  const k = segmentAt(curve.netIn, end, net)
  const depth = curve.liquidity[k] as number
  stopIn(curve, k, (net - (curve.netIn[k] as number)) / depth, fill)
  fill.input = amount
}

/** Sells until the marginal price falls to `price`. */
export function sellUntil(curve: Curve, price: number, fill: Fill): void {
  const target = Math.sqrt(curve.keep / price)
  const end = curve.liquidity.length
  if (!(target > (curve.starts[0] as number))) stay(curve, fill)
  else if (target >= (curve.starts[end] as number)) exhaust(curve, fill)
  else {
    const k = segmentAt(curve.starts, end, target)
    stopIn(curve, k, target - (curve.starts[k] as number), fill)
  }
}

/** Buys an amount, or the whole capacity. */
export function buyFrom(curve: Curve, amount: number, fill: Fill): void {
  const end = curve.liquidity.length
  if (!(amount > 0)) stay(curve, fill)
  else if (amount >= (curve.out[end] as number)) exhaust(curve, fill)
  else {
    const k = segmentAt(curve.out, end, amount)
    const from = curve.starts[k] as number
    const way = ((amount - (curve.out[k] as number)) / (curve.liquidity[k] as number)) * from
    stopIn(curve, k, (way * from) / (1 - way), fill)
    fill.output = amount
  }
}

/** Returns the curve up to its stock, with the gas of a purchase. */
export function forPurchase(curve: Curve): Curve {
  const { gas, purchaseGas } = curve
  const bought = untilStock(curve)
  return purchaseGas === 0 ? bought : { ...bought, gas: gas + purchaseGas, purchaseGas: 0 }
}

function untilStock(curve: Curve): Curve {
  const { stock, starts, liquidity, out } = curve
  if (!(stock < (out.at(-1) ?? 0))) return curve
  const fill = createFill()
  buyFrom(curve, stock, fill)
  const whole = [...starts.subarray(0, fill.crossed + 1)]
  // A stock that ends with a segment needs no part of the next.
  if (fill.t > (whole.at(-1) ?? 0)) whole.push(fill.t)
  return createCurve({ ...curve, starts: whole, liquidity: [...liquidity.subarray(0, whole.length - 1)] })
}

/** Bounds what the pool may pay for this trade beyond its curve. */
export function getShortfall({ shortfall }: Curve, { output, crossed }: Fill): number {
  return shortfall ? output * (shortfall[crossed] as number) : 0
}

/** Returns the additional gas of a trade that ends in a segment. */
export function getSegmentGas({ segmentGas }: Curve, segment: number): number {
  return segmentGas ? (segmentGas[segment] as number) : 0
}

/** Returns the gas of a trade. */
export function getTradeGas(curve: Curve, { crossed }: Fill): number {
  return curve.gas + getSegmentGas(curve, crossed)
}

/** Returns the maximum input of the curve. */
export function getCapacity({ netIn, keep }: Curve): number {
  return (netIn.at(-1) ?? 0) / keep
}

/**
 * Stops at `dt` into a segment. `dt` is kept apart from the segment's start, which may be much
 * larger.
 */
function stopIn(curve: Curve, k: number, dt: number, fill: Fill): void {
  const from = curve.starts[k] as number
  const depth = curve.liquidity[k] as number
  const t = from + dt
  fill.input = ((curve.netIn[k] as number) + depth * dt) / curve.keep
  fill.output = (curve.out[k] as number) + (depth * dt) / (from * t)
  fill.t = t
  fill.liquidity = depth
  fill.crossed = k
}

function stay(curve: Curve, fill: Fill): void {
  fill.input = 0
  fill.output = 0
  fill.t = curve.starts[0] as number
  fill.liquidity = 0
  fill.crossed = 0
}

function exhaust(curve: Curve, fill: Fill): void {
  const end = curve.liquidity.length
  fill.input = (curve.netIn[end] as number) / curve.keep
  fill.output = curve.out[end] as number
  fill.t = curve.starts[end] as number
  fill.liquidity = 0
  fill.crossed = Math.max(0, end - 1)
}

/** Computes `1/from - 1/to` without cancellation between near values. */
function paid(depth: number, from: number, to: number): number {
  return (depth * (to - from)) / (from * to)
}

/** Returns the last segment that starts at or before `value`. */
function segmentAt(starts: Float64Array, count: number, value: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= value) low = middle
    else high = middle - 1
  }
  return low
}
