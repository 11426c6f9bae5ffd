/**
 * Arithmetic as in the contracts: checked operations throw a `RangeError`, unchecked operations
 * wrap.
 */

const MAX_SIGNED = 2n ** 255n

/** Checks a signed 256-bit number. For unsigned numbers see `fits` in `../core/checked.ts`. */
export function fitsSigned(value: bigint): bigint {
  if (value >= MAX_SIGNED || value < -MAX_SIGNED) throw new RangeError('overflow')
  return value
}

export function wrap(value: bigint): bigint {
  return BigInt.asUintN(256, value)
}

export function wrapSigned(value: bigint): bigint {
  return BigInt.asIntN(256, value)
}

/** Divides without a check. Division by zero returns 0. */
export function divide(value: bigint, by: bigint): bigint {
  return by === 0n ? 0n : value / by
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Throws unless the value is within both bounds. */
export function within(value: bigint, [low, high]: readonly [bigint, bigint]): bigint {
  if (value < low || value > high) throw new RangeError('out of bounds')
  return value
}
