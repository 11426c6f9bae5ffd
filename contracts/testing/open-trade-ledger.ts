import { expect } from 'vitest'
import { MIN_TRADES } from './fuzz-markets.ts'
import { HOOKED, type Link, type Start } from './market-links.ts'
import type { Market } from './start-market.ts'

/** Counts the trades of each kind of liquidity, and the calls of hooks that they owe. */
export async function openTradeLedger(
  { hookedPools }: Pick<Market, 'hookedPools'>,
  starts: readonly Start[],
) {
  const trades = new Map<string, number>()
  const begun = new Map<Start, number>()
  const getBegun = (start: Start) => begun.get(start) ?? 0
  const calls = await hookedPools?.countCalls()
  let hooked = 0n
  return {
    /** What the fewest trades began with. */
    next: () => starts.reduce((least, start) => (getBegun(start) < getBegun(least) ? start : least)),
    add(start: Start, links: readonly Link[]) {
      begun.set(start, getBegun(start) + 1)
      for (const kind of new Set([start.kind, ...links.map((link) => link.kind)])) {
        trades.set(kind, (trades.get(kind) ?? 0) + 1)
      }
      hooked += BigInt(links.filter(({ kind }) => kind === HOOKED).length)
    },
    async check(kinds: readonly string[]) {
      expect(new Set(trades.keys())).toEqual(new Set(kinds))
      expect(kinds.filter((kind) => (trades.get(kind) ?? 0) < MIN_TRADES)).toEqual([])
      if (calls !== undefined) expect(await hookedPools?.countCalls()).toBe(calls + 2n * hooked)
    },
  }
}
