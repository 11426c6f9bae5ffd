import { parseAmount } from '../../wire/lib/amount.ts'

/** Estimates the base units worth `usd`, rounded. 0 if that cannot be computed. */
export function amountOfUsd(usd: number, decimals: number, priceUsd: number): bigint {
  return parseAmount((usd / priceUsd).toFixed(decimals), decimals) ?? 0n
}
