import { ServiceError } from '../service-error.ts'
import { type ApiKey, hashApiKey, type KeyStore } from './api-key.ts'
import { originMatches } from './origins.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { quoteLimit, type RateLimit, TIERS } from './tiers.ts'
import type { Allowance } from './token-bucket.ts'

/** Who calls, as far as the request tells. */
export interface Caller {
  /** Value of `x-api-key`. */
  key: string | undefined
  /** Value of `Origin`. */
  origin: string | undefined
  /** Network address. */
  address: string
}

/** May the call go on, and what is left afterwards. `key` is absent on anonymous calls. */
export type Decision =
  | { granted: true; key: ApiKey | undefined; allowance: Allowance | undefined }
  | { granted: false; key: ApiKey | undefined; error: ServiceError; allowance: Allowance | undefined }

export interface Access {
  /** Needs a key (section 5): 401 without one, 403 from a foreign origin, 429 beyond its tier. */
  router(caller: Caller, work: 'price' | 'quote'): Decision
  /** Anonymous per address; a key that is good for this origin brings its tier. */
  rates(caller: Caller): Decision
  /** Anonymous, per address. */
  tokens(caller: Caller): Decision
}

export interface AccessOptions {
  keys: KeyStore
  /** A clock that never goes back, in milliseconds. */
  nowMs: () => number
  /** Of anonymous calls, per address. */
  anonymous?: { rates: RateLimit; tokens: RateLimit }
}

const ANONYMOUS = { rates: { perSecond: 3, burst: 3 }, tokens: { perSecond: 50, burst: 100 } }

export function createAccess({ keys, nowMs, anonymous = ANONYMOUS }: AccessOptions): Access {
  const limiter = createRateLimiter(nowMs)

  function find(caller: Caller): ApiKey | undefined {
    return caller.key ? keys.find(hashApiKey(caller.key)) : undefined
  }

  function within(bucket: string, limit: RateLimit | undefined, key?: ApiKey): Decision {
    if (!limit) return { granted: true, key, allowance: undefined }
    const { allowed, allowance, retryAfterSeconds } = limiter.take(bucket, limit)
    if (allowed) return { granted: true, key, allowance }
    const error = new ServiceError(429, 'Rate limit exceeded. Please try again later', { retryAfterSeconds })
    return { granted: false, key, error, allowance }
  }

  return {
    router(caller, work) {
      const key = find(caller)
      if (!key) return refused(new ServiceError(401, 'Forbidden'))
      if (!mayCallFrom(key, caller.origin)) {
        return refused(new ServiceError(403, 'Request origin not in whitelist'), key)
      }
      const limit = TIERS[key.tier]
      return within(`${work}:${key.id}`, work === 'quote' ? quoteLimit(limit) : limit, key)
    },
    rates(caller) {
      const key = find(caller)
      if (key && mayCallFrom(key, caller.origin)) return within(`rates:${key.id}`, TIERS[key.tier], key)
      return within(`rates@${caller.address}`, anonymous.rates)
    },
    tokens(caller) {
      return within(`tokens@${caller.address}`, anonymous.tokens)
    },
  }
}

function mayCallFrom(key: ApiKey, origin: string | undefined): boolean {
  if (origin === undefined) return !key.browserOnly
  return key.origins.length === 0 || key.origins.some((rule) => originMatches(rule, origin))
}

function refused(error: ServiceError, key?: ApiKey): Decision {
  return { granted: false, key, error, allowance: undefined }
}
