import type { RouteQuery } from '../find-path.ts'

const UNITS = 1_000_000_000

/** Base units of a token for one unit of gas. */
export function gasPriceIn({ gasCost }: Pick<RouteQuery, 'gasCost'>, token: string): number {
  return Number(gasCost(token, UNITS)) / UNITS
}
