/** An unsigned number of 256 bits, as contracts have them: they revert beyond, and we throw. */
export function fits(value: bigint): bigint {
  if (value < 0n || value >> 256n) throw new RangeError('overflow')
  return value
}

/** Undefined where a contract would revert: where a number does not fit, or is divided by zero. */
export function checked<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
