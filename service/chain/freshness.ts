import type { ChainServiceConfig } from '../config/types.ts'

const MIN_MS = 15_000
const BLOCKS = 3

/** Tracks the age of the head by the monotonic clock. */
export interface Freshness {
  /** A node answered; `moved`: with another head than before. */
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
    // Without regular blocks, the age counts from the last answer of the node.
    isStale: () => getAge(blockSeconds > 0 ? movedAt : seenAt) > limitMs,
  }
}
