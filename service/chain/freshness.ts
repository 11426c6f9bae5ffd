import type { ChainServiceConfig } from '../config/types.ts'

const MIN_MS = 15_000
const BLOCKS = 3

/** Watches the age of the head by this machine's clock, which no clock setting moves. */
export interface Freshness {
  /** The node answered; `moved` when with another head than before. */
  seen(moved: boolean): void
  headAgeMs(): number
  isStale(): boolean
}

export function createFreshness({ blockSeconds }: ChainServiceConfig): Freshness {
  const limitMs = Math.max(MIN_MS, blockSeconds * 1000 * BLOCKS)
  let movedAt: number | undefined
  let seenAt: number | undefined
  const getAge = (at: number | undefined) =>
    at === undefined ? Number.POSITIVE_INFINITY : performance.now() - at

  return {
    seen(moved) {
      seenAt = performance.now()
      if (moved) movedAt = seenAt
    },
    headAgeMs: () => getAge(movedAt),
    // Where blocks come only when somebody trades, a head is as old as the last word of the node.
    isStale: () => getAge(blockSeconds > 0 ? movedAt : seenAt) > limitMs,
  }
}
