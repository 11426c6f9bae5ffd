import { formatAmount } from './amount.ts'

/** An amount's value in dollars: for reading only, never for deciding what is sent. Undefined: unknown price. */
export function usdValue(amount: bigint, decimals: number, priceUsd: number | undefined): number | undefined {
  return priceUsd === undefined ? undefined : Number(formatAmount(amount, decimals)) * priceUsd
}
