import { formatAmount, parseAmount } from './amount.ts'

/** An amount's value in dollars: for reading only, never for deciding what is sent. Undefined: unknown price. */
export function usdValue(amount: bigint, decimals: number, priceUsd: number | undefined): number | undefined {
  return priceUsd === undefined ? undefined : Number(formatAmount(amount, decimals)) * priceUsd
}

/** How many base units so many dollars are, rounded: an estimate. 0 where that cannot be told. */
export function amountOfUsd(usd: number, decimals: number, priceUsd: number): bigint {
  return parseAmount((usd / priceUsd).toFixed(decimals), decimals) ?? 0n
}
