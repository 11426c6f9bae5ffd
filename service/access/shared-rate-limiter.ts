import type { RateLimit } from '../config/tiers.ts'
import type { LocalRateLimiter, RateLimiter } from './rate-limiter.ts'
import { describeTaken } from './token-bucket.ts'

/** Buckets several instances take from. */
export interface SharedBuckets {
  /** Rejects, within a bounded time, when they cannot be reached. `level`: thousandths of a token left. */
  take(caller: string, limit: RateLimit): Promise<{ allowed: boolean; level: number; atMs: number }>
}

export interface SharedRateLimiterOptions {
  shared: SharedBuckets
  /** Decides while the shared buckets are out of reach. */
  local: LocalRateLimiter
  nowMs: () => number
  /** Of every check. */
  onDecided(by: 'shared' | 'local'): void
  /** Once when the shared buckets are lost, and once when they are back. */
  onLost(error: unknown): void
  onBack(): void
}

/** After a failed check, requests are spared the wait for the next one. */
const PAUSE_MS = 250

/** One limit over all instances; over each instance alone while what they share is out of reach. */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { shared, local, nowMs, onDecided, onLost, onBack } = options
  let isLost = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  return {
    async take(caller, limit) {
      // Taken from along the way, so that losing the shared buckets hands nobody a fresh burst.
      const own = local.take(caller, limit)
      if (nowMs() >= pausedUntilMs) {
        try {
          const taken = describeTaken(await shared.take(caller, limit), limit)
          if (isLost) onBack()
          isLost = false
          onDecided('shared')
          return taken
        } catch (error) {
          if (!isLost) onLost(error)
          isLost = true
          pausedUntilMs = nowMs() + PAUSE_MS
        }
      }
      onDecided('local')
      return own
    },
  }
}
