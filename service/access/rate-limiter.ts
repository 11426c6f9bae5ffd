import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config/tiers.ts'
import { createTokenBucket, type Taken, type TokenBucket } from './token-bucket.ts'

export interface RateLimiter {
  /** Takes one token from the bucket of `caller`. Never rejects. */
  take(caller: string, limit: RateLimit): Taken | Promise<Taken>
  /** Returns false while this instance counts alone in spite of shared buckets. Default: true. */
  isShared?(): boolean
}

/** A limiter that counts in this process only. */
export interface LocalRateLimiter extends RateLimiter {
  take(caller: string, limit: RateLimit): Taken
}

/**
 * Creates a limiter with one bucket per caller. Evicts the least recently used caller above
 * `maxCallers`.
 */
export function createRateLimiter(nowMs: () => number, maxCallers = 10_000): LocalRateLimiter {
  const buckets = new LRUCache<string, TokenBucket>({ max: maxCallers })
  return {
    take(caller, limit) {
      const now = nowMs()
      const name = bucketName(caller, limit)
      const bucket = buckets.get(name) ?? createTokenBucket(limit, now)
      buckets.set(name, bucket)
      return bucket.take(now)
    },
  }
}

/** Includes the limit, so that a caller with a changed limit starts with a full bucket. */
export function bucketName(caller: string, { perSecond, burst }: RateLimit): string {
  return `${caller}|${perSecond}/${burst}`
}
