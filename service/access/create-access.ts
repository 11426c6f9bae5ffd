import { ServiceError } from '../service-error.ts'
import { type ApiKey, hashApiKey, type KeyStore } from './api-key.ts'
import { originMatches } from './origins.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { limitOf, quoteLimit, type RateLimit } from './tiers.ts'
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
  router(caller: Caller, work: 'price' | 'quote'): Promise<Decision>
  /** Anonymous per address; a key that is good for this origin brings its tier. */
  rates(caller: Caller): Promise<Decision>
  /** Anonymous, per address. */
  tokens(caller: Caller): Promise<Decision>
}

export interface AccessOptions {
  keys: KeyStore
  /** A clock that never goes back, in milliseconds. */
  nowMs: () => number
  /** Default: buckets of this process. */
  limiter?: RateLimiter
  /** Of anonymous calls, per address. */
  anonymous?: { rates: RateLimit; tokens: RateLimit }
}

const ANONYMOUS = { rates: { perSecond: 3, burst: 3 }, tokens: { perSecond: 50, burst: 100 } }

export function createAccess(options: AccessOptions): Access {
  const { keys, nowMs, limiter = createRateLimiter(nowMs), anonymous = ANONYMOUS } = options

  function find(caller: Caller): ApiKey | undefined {
    return caller.key ? keys.find(hashApiKey(caller.key)) : undefined
  }

  async function within(bucket: string, limit: RateLimit | undefined, key?: ApiKey): Promise<Decision> {
    if (!limit) return { granted: true, key, allowance: undefined }
    const { allowed, allowance, retryAfterSeconds } = await limiter.take(bucket, limit)
    if (allowed) return { granted: true, key, allowance }
    const error = new ServiceError(429, 'Rate limit exceeded. Please try again later', { retryAfterSeconds })
    return { granted: false, key, error, allowance }
  }

  return {
    async router(caller, work) {
      const key = find(caller)
      if (!key) return refused(new ServiceError(401, 'Forbidden'))
      if (!mayCallFrom(key, caller.origin)) {
        return refused(new ServiceError(403, 'Request origin not in whitelist'), key)
      }
      const limit = limitOf(key)
      return within(`${work}:${key.id}`, work === 'quote' ? quoteLimit(limit) : limit, key)
    },
    async rates(caller) {
      const key = find(caller)
      if (key && mayCallFrom(key, caller.origin)) return within(`rates:${key.id}`, limitOf(key), key)
      return within(`rates@${caller.address}`, anonymous.rates)
    },
    async tokens(caller) {
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
