/** Throws if a value does not fit 256 unsigned bits, where a contract reverts. */
export function fits(value: bigint): bigint {
  if (value < 0n || value >> 256n) throw new RangeError('overflow')
  return value
}

/** Returns undefined where a contract reverts, because of an overflow or a division by zero. */
export function checked<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
