import type { RateLimit } from '../config/tiers.ts'
import type { LocalRateLimiter, RateLimiter } from './rate-limiter.ts'
import { describeTaken } from './token-bucket.ts'

/** Buckets that several instances share. */
export interface SharedBuckets {
  /**
   * Rejects within a bounded time if unreachable. `level` is the remainder in thousandths of a
   * token.
   */
  take(caller: string, limit: RateLimit): Promise<{ allowed: boolean; level: number; atMs: number }>
}

export interface SharedRateLimiterOptions {
  shared: SharedBuckets
  /** Decides while the shared buckets are unreachable. */
  local: LocalRateLimiter
  nowMs: () => number
  /** Called for every check. */
  onDecided(by: 'shared' | 'local'): void
  /**
   * Called once when the shared buckets become unreachable, and once when they are reachable again.
   */
  onLost(error: unknown): void
  onBack(): void
}

/** Pause after a failed check, so that not every request waits for the timeout. */
const PAUSE_MS = 250

/**
 * Creates one limit over all instances, or per instance while the shared buckets are unreachable.
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { shared, local, nowMs, onDecided, onLost, onBack } = options
  let isLost = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  return {
    isShared: () => !isLost,
    async take(caller, limit) {
      // Always takes from the local bucket too, so that an outage grants no new burst.
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
