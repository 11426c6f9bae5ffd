import type { Pool } from '../modules/pool.ts'

/**
 * The pools that hold a token which routes do not pass through, yet could lead from one token of a route to
 * another: what hangs on a single pool, or on what does, leads nowhere.
 */
export function outerPools(pools: readonly Pool[], passed: ReadonlySet<string>): readonly Pool[] {
  let left = pools.filter(({ tokens }) => tokens[0] !== tokens[1])
  for (;;) {
    const counts = new Map<string, number>()
    for (const token of left.flatMap(({ tokens }) => tokens)) counts.set(token, (counts.get(token) ?? 0) + 1)
    const leadsOn = (token: string) => passed.has(token) || (counts.get(token) ?? 0) > 1
    const kept = left.filter(({ tokens }) => tokens.every(leadsOn))
    if (kept.length === left.length) break
    left = kept
  }
  return left.filter(({ tokens }) => !tokens.every((token) => passed.has(token)))
}
