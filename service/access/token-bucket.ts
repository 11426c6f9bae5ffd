import type { RateLimit } from '../config/tiers.ts'

/** The remaining allowance, sent as the `RateLimit-*` headers. */
export interface Allowance {
  limit: number
  remaining: number
  /** Whole seconds until the bucket is full. */
  resetSeconds: number
}

export interface Taken {
  allowed: boolean
  allowance: Allowance
  /** Whole seconds until the next token, at least 1. 0 if a token was taken. */
  retryAfterSeconds: number
}

export interface TokenBucket {
  /** Takes one token if available. `nowMs` is monotonic. */
  take(nowMs: number): Taken
}

/**
 * Creates a bucket with capacity `burst`, refilled by `perSecond`. Counts thousandths of a token,
 * so that nothing is rounded.
 */
export function createTokenBucket(limit: RateLimit, startMs: number): TokenBucket {
  const { perSecond, burst } = limit
  const capacity = burst * 1000
  let level = capacity
  let lastMs = Math.floor(startMs)

  function refill(nowMs: number) {
    const elapsed = Math.floor(nowMs - lastMs)
    if (elapsed <= 0) return
    level = Math.min(capacity, level + elapsed * perSecond)
    lastMs += elapsed
  }

  return {
    take(nowMs) {
      refill(nowMs)
      const allowed = level >= 1000
      if (allowed) level -= 1000
      return describeTaken({ allowed, level }, limit)
    },
  }
}

/** Converts the thousandths of a token left to the caller's result. */
export function describeTaken(
  { allowed, level }: { allowed: boolean; level: number },
  { perSecond, burst }: RateLimit,
): Taken {
  return {
    allowed,
    allowance: {
      limit: burst,
      remaining: Math.floor(level / 1000),
      resetSeconds: Math.ceil((burst * 1000 - level) / perSecond / 1000),
    },
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1000 - level) / perSecond / 1000)),
  }
}
