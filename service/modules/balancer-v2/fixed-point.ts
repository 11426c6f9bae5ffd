/** Fixed-point arithmetic with 18 decimals, rounded as in the pools' contracts. */
export const ONE = 10n ** 18n

export function mulDown(a: bigint, b: bigint): bigint {
  return (a * b) / ONE
}

export function mulUp(a: bigint, b: bigint): bigint {
  const product = a * b
  return product === 0n ? 0n : (product - 1n) / ONE + 1n
}

export function divDown(a: bigint, b: bigint): bigint {
  return (a * ONE) / b
}

export function divUp(a: bigint, b: bigint): bigint {
  return a === 0n ? 0n : (a * ONE - 1n) / b + 1n
}

export function complement(a: bigint): bigint {
  return a < ONE ? ONE - a : 0n
}
