import { checked, fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'

/** One direction of a pair. */
export interface SolidlySide {
  isStable: boolean
  /** In units of 1/10,000, taken from the input. */
  fee: bigint
  /** 10 ** decimals of the sold and the bought token. */
  unitIn: bigint
  unitOut: bigint
  reserveIn: bigint
  reserveOut: bigint
}

export const FEE_UNIT = 10_000n
const MAX_STEPS = 255
/**
 * Maximum units between the end of Newton's method and the result. With a token on each side there
 * are two at most.
 */
const MAX_WALK = 64
/**
 * A stable pair accepts at most this many times its holdings in whole tokens. It is nearly empty
 * then.
 */
export const MAX_SOLD = 2

/**
 * Returns the maximum output by the rule that the pair checks swaps with. Its own `getAmountOut`
 * may be some units off and differs between forks. Returns undefined if the contract would
 * overflow.
 */
export function getOutput(side: SolidlySide, amountIn: bigint): bigint | undefined {
  const { isStable, unitIn, unitOut, reserveIn, reserveOut } = side
  const sold = withoutFee(side, amountIn)
  if (!isStable) return reserveIn + sold > 0n ? (sold * reserveOut) / (reserveIn + sold) : undefined
  if (sold > getRoom(side)) return undefined
  return checked(() => {
    const x = toOne(reserveIn + sold, unitIn)
    return reserveOut - fromOne(solve(x, toOne(reserveOut, unitOut), getProduct(side)), unitOut)
  })
}

/**
 * Returns the minimum input for an output below the reserve. Returns undefined if the contract
 * would overflow, or if a stable pair would keep less than one token, where rounding hides amounts.
 */
export function getInput(side: SolidlySide, amountOut: bigint): bigint | undefined {
  const { isStable, unitIn, unitOut, fee, reserveIn, reserveOut } = side
  const left = reserveOut - amountOut
  if (isStable && left < unitOut) return undefined
  const sold = isStable
    ? checked(
        () =>
          fromOne(solve(toOne(left, unitOut), toOne(reserveIn, unitIn), getProduct(side)), unitIn) -
          reserveIn,
      )
    : (reserveIn * amountOut + left - 1n) / left
  if (sold === undefined || sold <= 0n || (isStable && sold > getRoom(side))) return undefined
  return ((sold - 1n) * FEE_UNIT) / (FEE_UNIT - fee) + 1n
}

/** Returns the input that stays in the pair. Fees leave it with the swap. */
export function withoutFee({ fee }: Pick<SolidlySide, 'fee'>, amountIn: bigint): bigint {
  return amountIn - (amountIn * fee) / FEE_UNIT
}

function getRoom({ unitIn, unitOut, reserveIn, reserveOut }: SolidlySide): bigint {
  return BigInt(MAX_SOLD) * (reserveIn + (reserveOut * unitIn) / unitOut)
}

/** Scales an amount to 18 decimals. */
function toOne(amount: bigint, unit: bigint): bigint {
  return fits(amount * WAD) / unit
}

/** Rounds up. */
function fromOne(scaled: bigint, unit: bigint): bigint {
  return fits(scaled * unit + WAD - 1n) / WAD
}

function getProduct({ unitIn, unitOut, reserveIn, reserveOut }: SolidlySide): bigint {
  return curve(toOne(reserveIn, unitIn), toOne(reserveOut, unitOut))
}

/**
 * Returns the smallest `y` that reaches the product with `x`, with the same steps as the executor.
 * Throws if that overflows or takes too many steps.
 */
function solve(x: bigint, start: bigint, product: bigint): bigint {
  let y = start
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const slope = fits(3n * x * (fits(y * y) / WAD)) / WAD + fits((fits(x * x) / WAD) * x) / WAD
    const made = curve(x, y)
    const gap = made > product ? made - product : product - made
    if (slope === 0n) throw new RangeError('division by zero')
    const way = fits(gap * WAD) / slope
    if (way === 0n) break
    y = made > product ? fits(y - way) : y + way
  }
  let steps = 0
  const walk = (by: bigint) => {
    steps += 1
    if (steps > MAX_WALK) throw new RangeError("Newton's method did not converge")
    y = fits(y + by)
  }
  while (curve(x, y) < product) walk(1n)
  while (curve(x, fits(y - 1n)) >= product) walk(-1n)
  return y
}

/** x^3 y + y^3 x, rounded as in the pairs. */
function curve(x: bigint, y: bigint): bigint {
  return fits((fits(x * y) / WAD) * (fits(x * x) / WAD + fits(y * y) / WAD)) / WAD
}
