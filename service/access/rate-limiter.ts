import type { RateLimit } from './tiers.ts'
import { createTokenBucket, type Taken, type TokenBucket } from './token-bucket.ts'

export interface RateLimiter {
  /** One token of `caller`'s bucket. */
  take(caller: string, limit: RateLimit): Taken
}

/** One bucket per caller. A bucket that is full again is forgotten: a new one would be the same. */
export function createRateLimiter(nowMs: () => number, maxCallers = 10_000): RateLimiter {
  const buckets = new Map<string, TokenBucket>()

  function makeRoom(now: number) {
    for (const [caller, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(caller)
    // Too many callers at once: the longest known goes, and is none the worse for it.
    const oldest = buckets.keys().next()
    if (buckets.size >= maxCallers && !oldest.done) buckets.delete(oldest.value)
  }

  return {
    take(caller, limit) {
      const now = nowMs()
      let bucket = buckets.get(caller)
      if (!bucket) {
        if (buckets.size >= maxCallers) makeRoom(now)
        bucket = createTokenBucket(limit, now)
        buckets.set(caller, bucket)
      }
      return bucket.take(now)
    },
  }
}
