import type { RateLimit } from './tiers.ts'
import { createTokenBucket, type Taken, type TokenBucket } from './token-bucket.ts'

export interface RateLimiter {
  /** One token of `caller`'s bucket. */
  take(caller: string, limit: RateLimit): Taken
}

/** One bucket per caller. Beyond `maxCallers`, whoever has been quiet for longest is forgotten. */
export function createRateLimiter(nowMs: () => number, maxCallers = 10_000): RateLimiter {
  const buckets = new Map<string, TokenBucket>()
  return {
    take(caller, limit) {
      const now = nowMs()
      const bucket = buckets.get(caller) ?? createTokenBucket(limit, now)
      // Put back last: a map keeps its order, so the first is the quietest.
      buckets.delete(caller)
      buckets.set(caller, bucket)
      const [quietest] = buckets.keys()
      if (buckets.size > maxCallers && quietest !== undefined) buckets.delete(quietest)
      return bucket.take(now)
    },
  }
}
