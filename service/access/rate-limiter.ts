import type { RateLimit } from '../config/tiers.ts'
import { createTokenBucket, type Taken, type TokenBucket } from './token-bucket.ts'

export interface RateLimiter {
  /** One token of `caller`'s bucket. Never fails. */
  take(caller: string, limit: RateLimit): Taken | Promise<Taken>
}

/** Counts in this process alone. */
export interface LocalRateLimiter extends RateLimiter {
  take(caller: string, limit: RateLimit): Taken
}

/** One bucket per caller. Beyond `maxCallers`, whoever has been quiet for longest is forgotten. */
export function createRateLimiter(nowMs: () => number, maxCallers = 10_000): LocalRateLimiter {
  const buckets = new Map<string, TokenBucket>()
  return {
    take(caller, limit) {
      const now = nowMs()
      const name = bucketName(caller, limit)
      const bucket = buckets.get(name) ?? createTokenBucket(limit, now)
      // Put back last: a map keeps its order, so the first is the quietest.
      buckets.delete(name)
      buckets.set(name, bucket)
      const [quietest] = buckets.keys()
      if (buckets.size > maxCallers && quietest !== undefined) buckets.delete(quietest)
      return bucket.take(now)
    },
  }
}

/** A caller whose limit changes starts with a full bucket of the new size. */
export function bucketName(caller: string, { perSecond, burst }: RateLimit): string {
  return `${caller}|${perSecond}/${burst}`
}
