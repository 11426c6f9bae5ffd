import type { RateLimit } from '../config/tiers.ts'
import type { LocalRateLimiter, RateLimiter } from './rate-limiter.ts'
import { describeTaken, type Taken } from './token-bucket.ts'

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

export interface SharedRateLimiter extends RateLimiter {
  /** Updates `isShared` without a request. Never rejects. */
  probe(): Promise<void>
}

/** Pause after a failed check, so that not every request waits for the timeout. */
const PAUSE_MS = 250
/** No caller has this name. */
const PROBE = 'probe'
const PROBE_LIMIT: RateLimit = { perSecond: 1, burst: 1 }

/**
 * Creates one limit over all instances, or per instance while the shared buckets are unreachable.
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): SharedRateLimiter {
  const { shared, local, nowMs, onDecided, onLost, onBack } = options
  let isLost = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  async function takeShared(caller: string, limit: RateLimit): Promise<Taken | undefined> {
    try {
      const taken = describeTaken(await shared.take(caller, limit), limit)
      if (isLost) onBack()
      isLost = false
      return taken
    } catch (error) {
      if (!isLost) onLost(error)
      isLost = true
      pausedUntilMs = nowMs() + PAUSE_MS
      return undefined
    }
  }

  return {
    isShared: () => !isLost,
    async probe() {
      await takeShared(PROBE, PROBE_LIMIT)
    },
    async take(caller, limit) {
      // Always takes from the local bucket too, so that an outage grants no new burst.
      const own = local.take(caller, limit)
      const taken = nowMs() < pausedUntilMs ? undefined : await takeShared(caller, limit)
      onDecided(taken ? 'shared' : 'local')
      return taken ?? own
    },
  }
}
