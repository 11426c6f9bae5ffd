const UNITS = 1_000_000_000

/** Base units of a token for one unit of gas. */
export function gasPriceIn(
  { gasCost }: { gasCost(token: string, gas: number): bigint },
  token: string,
): number {
  return Number(gasCost(token, UNITS)) / UNITS
}
