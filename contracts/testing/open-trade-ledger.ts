import { expect } from 'vitest'
import { MIN_JOINT, MIN_TRADES } from './fuzz-markets.ts'
import { HOOKED, isOfSamePool, type Link, type Start } from './market-links.ts'
import type { Market } from './start-market.ts'

/**
 * Counts the trades of each kind of liquidity, the trades in several pairs of one pool, and the
 * expected calls of hooks.
 */
export async function openTradeLedger(
  { hookedPools }: Pick<Market, 'hookedPools'>,
  starts: readonly Start[],
) {
  const trades = new Map<string, number>()
  const joint = new Map<string, number>()
  const begun = new Map<Start, number>()
  const getBegun = (start: Start) => begun.get(start) ?? 0
  const calls = await hookedPools?.countCalls()
  let hooked = 0n
  return {
    /** The start with the fewest trades. */
    next: () => starts.reduce((least, start) => (getBegun(start) < getBegun(least) ? start : least)),
    add(start: Start, links: readonly Link[]) {
      begun.set(start, getBegun(start) + 1)
      for (const kind of new Set([start.kind, ...links.map((link) => link.kind)])) count(trades, kind)
      const repeated = links.filter((link) =>
        links.some((other) => other !== link && isOfSamePool(other, link)),
      )
      for (const kind of new Set(repeated.map((link) => link.kind))) count(joint, kind)
      hooked += BigInt(links.filter(({ kind }) => kind === HOOKED).length)
    },
    /** Checks the kinds whose pools hold more than two tokens. */
    checkJoint(kinds: readonly string[]) {
      expect(kinds.filter((kind) => (joint.get(kind) ?? 0) < MIN_JOINT)).toEqual([])
    },
    countJoint: () => [...joint.values()].reduce((sum, trades) => sum + trades, 0),
    async check(kinds: readonly string[]) {
      expect(new Set(trades.keys())).toEqual(new Set(kinds))
      expect(kinds.filter((kind) => (trades.get(kind) ?? 0) < MIN_TRADES)).toEqual([])
      if (calls !== undefined) expect(await hookedPools?.countCalls()).toBe(calls + 2n * hooked)
    },
  }
}

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
