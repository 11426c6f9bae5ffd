/** Numbers as the contracts have them: what they check reverts (a `RangeError`), what they do not check wraps. */

const MAX_SIGNED = 2n ** 255n

/** Signed, 256 bits, checked. Unsigned ones: `fits` of `../core/checked.ts`. */
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

/** A division that nothing checks: nothing by zero. */
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

/** Reverts unless the value lies between both. */
export function within(value: bigint, [low, high]: readonly [bigint, bigint]): bigint {
  if (value < low || value > high) throw new RangeError('out of bounds')
  return value
}
