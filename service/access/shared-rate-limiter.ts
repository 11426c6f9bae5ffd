import type { RateLimit } from '../config/tiers.ts'
import type { LocalRateLimiter, RateLimiter } from './rate-limiter.ts'
import { describeTaken } from './token-bucket.ts'

/** Buckets shared by several instances. */
export interface SharedBuckets {
  /** Rejects within a bounded time when unreachable. `level`: thousandths of a token left. */
  take(caller: string, limit: RateLimit): Promise<{ allowed: boolean; level: number; atMs: number }>
}

export interface SharedRateLimiterOptions {
  shared: SharedBuckets
  /** Decides while the shared buckets are unreachable. */
  local: LocalRateLimiter
  nowMs: () => number
  /** Called for every check. */
  onDecided(by: 'shared' | 'local'): void
  /** Called once when the shared buckets are lost, and once when they are back. */
  onLost(error: unknown): void
  onBack(): void
}

/** Pause after a failed check, so that not every request waits for the timeout. */
const PAUSE_MS = 250

/** One limit over all instances; per instance while the shared buckets are unreachable. */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { shared, local, nowMs, onDecided, onLost, onBack } = options
  let isLost = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  return {
    isShared: () => !isLost,
    async take(caller, limit) {
      // Always take locally too, so that losing the shared buckets grants no fresh burst.
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
