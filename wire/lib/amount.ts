/** Maximum decimals of a token. More is treated as malicious metadata. */
export const MAX_DECIMALS = 36

/**
 * Base units of a canonical decimal string such as "12.5"; undefined if it is not one or has more
 * decimals than the token. Never throws, and never rounds.
 * @example
 * const amount = parseAmount('12.5', 6) // 12500000n
 * const tooFine = parseAmount('0.0000001', 6) // undefined
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

/**
 * The exact decimal string of base units, without trailing zeros: the inverse of `parseAmount`.
 * @example
 * const shown = formatAmount(12_500_000n, 6) // '12.5'
 */
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

export function maxBigInt(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

export function minBigInt(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/** A decimal string as a number; undefined if it is null, undefined or not finite. */
export function parseDecimal(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  // biome-ignore lint/plugin/exact-amounts: a price or a share, of which digits may be lost.
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** The minimum output in base units: `floor(outputAmount x (10000 - slippageBps) / 10000)`, at least 1. */
export function minimumOutput(outputAmount: bigint, slippageBps: number): bigint {
  const minimum = (outputAmount * BigInt(10_000 - slippageBps)) / 10_000n
  return minimum > 0n ? minimum : 1n
}

/** The maximum input of a purchase in base units: `inputAmount x (10000 + slippageBps) / 10000`, rounded up. */
export function maximumInput(inputAmount: bigint, slippageBps: number): bigint {
  return applyBpsRoundedUp(inputAmount, 10_000 + slippageBps)
}

/** Truncates a canonical decimal string to a token's decimals. */
export function truncateDecimals(amount: string, decimals: number): string {
  const point = amount.indexOf('.')
  if (point < 0 || amount.length - point - 1 <= decimals) return amount
  return amount.slice(0, decimals === 0 ? point : point + 1 + decimals)
}

/** Base units of the amount in the form, truncated to the token's decimals; undefined if empty or not a number. */
export function amountOfForm(amount: string, decimals: number): bigint | undefined {
  return parseAmount(truncateDecimals(amount, decimals), decimals)
}
