import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config/tiers.ts'
import { createTokenBucket, type Taken, type TokenBucket } from './token-bucket.ts'

export interface RateLimiter {
  /** Takes one token of `caller`'s bucket. Never fails. */
  take(caller: string, limit: RateLimit): Taken | Promise<Taken>
  /** False while several instances should share the buckets, and this one counts alone. Default: true. */
  isShared?(): boolean
}

/** Counts in this process only. */
export interface LocalRateLimiter extends RateLimiter {
  take(caller: string, limit: RateLimit): Taken
}

/** One bucket per caller. Beyond `maxCallers`, the least recently used is dropped. */
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

/** A caller whose limit changes starts with a full bucket of the new size. */
export function bucketName(caller: string, { perSecond, burst }: RateLimit): string {
  return `${caller}|${perSecond}/${burst}`
}
