import { parseAmount } from './amount.ts'

/** A canonical decimal string cut to a token's decimals. */
export function truncateDecimals(amount: string, decimals: number): string {
  const point = amount.indexOf('.')
  if (point < 0 || amount.length - point - 1 <= decimals) return amount
  return amount.slice(0, decimals === 0 ? point : point + 1 + decimals)
}

/** Base units of what stands in the form, cut to the token's decimals; undefined when empty or not a number. */
export function amountOfForm(amount: string, decimals: number): bigint | undefined {
  return parseAmount(truncateDecimals(amount, decimals), decimals)
}
