const UNITS = 1_000_000_000

/** Returns the price of one unit of gas in base units of a token. */
export function gasPriceIn(
  { gasCost }: { gasCost(token: string, gas: number): bigint },
  token: string,
): number {
  return Number(gasCost(token, UNITS)) / UNITS
}
