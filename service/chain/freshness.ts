import type { ChainServiceConfig } from '../config/types.ts'

const MIN_MS = 15_000
const BLOCKS = 3

/** Tracks the age of the head by the monotonic clock. */
export interface Freshness {
  /** A node answered; `moved`: with another head than before, known since `learnedAt` (default: now). */
  seen(moved: boolean, learnedAt?: number): void
  headAgeMs(): number
  isStale(): boolean
}

export function createFreshness({ blockSeconds }: Pick<ChainServiceConfig, 'blockSeconds'>): Freshness {
  const limitMs = Math.max(MIN_MS, blockSeconds * 1000 * BLOCKS)
  let movedAt: number | undefined
  let seenAt: number | undefined
  const getAge = (at: number | undefined) =>
    at === undefined ? Number.POSITIVE_INFINITY : performance.now() - at

  return {
    seen(moved, learnedAt) {
      seenAt = performance.now()
      if (moved) movedAt = learnedAt ?? seenAt
    },
    headAgeMs: () => getAge(movedAt),
    // Without regular blocks, the age counts from the last answer of the node.
    isStale: () => getAge(blockSeconds > 0 ? movedAt : seenAt) > limitMs,
  }
}
