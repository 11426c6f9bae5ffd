/** Greatest number of decimals a token may claim; more is treated as hostile metadata. */
export const MAX_DECIMALS = 36

/**
 * Base units of a canonical decimal string such as "12.5"; undefined when it is not one, or when it has
 * more decimals than the token.
 */
export function parseAmount(value: string, decimals: number): bigint | undefined {
  const match = /^([0-9]*)(?:\.([0-9]*))?$/.exec(value)
  if (!match) return undefined
  const whole = match[1] ?? ''
  const fraction = match[2] ?? ''
  if (whole === '' && fraction === '') return undefined
  if (fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** The exact decimal string of base units, without trailing zeros: the inverse of `parseAmount`. */
export function formatAmount(value: bigint, decimals: number): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** `value x bps / 10000`, rounded down. */
export function applyBps(value: bigint, bps: number): bigint {
  return (value * BigInt(bps)) / 10_000n
}

/** `value x bps / 10000`, rounded up. */
export function applyBpsRoundedUp(value: bigint, bps: number): bigint {
  return (value * BigInt(bps) + 9_999n) / 10_000n
}

/** The larger of two amounts. */
export function maxBigInt(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

/** The smaller of two amounts. */
export function minBigInt(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}
