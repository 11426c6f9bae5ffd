import {
  ANONYMOUS_LIMITS,
  type AnonymousLimits,
  getLimit,
  quoteLimit,
  type RateLimit,
} from '../config/tiers.ts'
import { ServiceError } from '../lib/service-error.ts'
import type { ApiKey, KeyStore } from './api-key.ts'
import { createKeyCheck } from './create-key-check.ts'
import { getNetworks } from './networks.ts'
import { originMatches } from './origins.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import type { Allowance, Taken } from './token-bucket.ts'

/** The caller, as described by the request. */
export interface Caller {
  /** Value of `x-api-key`. */
  key: string | undefined
  /** Value of `Origin`. */
  origin: string | undefined
  /** Network address, normalized by `readAddress`. */
  address: string
}

/** Whether the call is allowed, and the remaining allowance. `key` is absent on anonymous calls. */
export type Decision =
  | { granted: true; key: ApiKey | undefined; allowance: Allowance | undefined }
  | { granted: false; key: ApiKey | undefined; error: ServiceError; allowance: Allowance | undefined }

export interface Access {
  /**
   * Requires a key (section 5): 401 without one, 403 from another origin, 429 beyond its tier or for an address that
   * tries too many keys.
   */
  router(caller: Caller, work: 'price' | 'quote'): Promise<Decision>
  /** Anonymous per address; a key that is valid for this origin gets its tier. */
  rates(caller: Caller): Promise<Decision>
  /** Anonymous, per address. */
  tokens(caller: Caller): Promise<Decision>
  /** Anonymous, per address; status endpoints have a bucket of their own. */
  yields(caller: Caller, work: 'answer' | 'status'): Promise<Decision>
  /** False while no keys could be read yet: calls with a key get 503. */
  canReadKeys(): boolean
}

export interface AccessOptions {
  keys: KeyStore
  /** A monotonic clock, in milliseconds. */
  nowMs: () => number
  /** Default: buckets in this process. */
  limiter?: RateLimiter
  /** Overrides of `ANONYMOUS_LIMITS`. */
  anonymous?: Partial<AnonymousLimits> | undefined
}

export function createAccess(options: AccessOptions): Access {
  const { keys, nowMs, limiter = createRateLimiter(nowMs) } = options
  const anonymous = { ...ANONYMOUS_LIMITS, ...options.anonymous }
  const checkKey = createKeyCheck({ keys, take: (limit, address) => takeAt('keys', limit, address) })

  async function within(bucket: string, limit: RateLimit | undefined, key: ApiKey): Promise<Decision> {
    if (!limit) return { granted: true, key, allowance: undefined }
    return decide(await limiter.take(bucket, limit), key)
  }

  /** Takes from each network of the address; wide ones are not charged for what the narrow one rejects. */
  async function takeAt(bucket: string, limit: RateLimit, address: string): Promise<Taken> {
    const [narrow, ...wider] = getNetworks(address)
    let scarcest = await limiter.take(`${bucket}@${narrow.name}`, limit)
    for (const { name, share } of wider) {
      if (!scarcest.allowed) break
      const { perSecond, burst } = limit
      const taken = await limiter.take(`${bucket}@${name}`, {
        perSecond: perSecond * share,
        burst: burst * share,
      })
      if (!taken.allowed || taken.allowance.remaining < scarcest.allowance.remaining) scarcest = taken
    }
    return scarcest
  }

  const withinAddress = async (
    bucket: keyof AnonymousLimits,
    address: string,
    part = '',
  ): Promise<Decision> => decide(await takeAt(`${bucket}${part}`, anonymous[bucket], address))

  return {
    async router(caller, work) {
      const { key, refused: tried } = await checkKey(caller.key, caller.address)
      if (tried) return decide(tried)
      if (!key) return refused(new ServiceError(401, 'Forbidden'))
      if (!mayCallFrom(key, caller.origin)) {
        return refused(new ServiceError(403, 'Request origin not in whitelist'), key)
      }
      const limit = getLimit(key)
      return within(`${work}:${key.id}`, work === 'quote' ? quoteLimit(limit) : limit, key)
    },
    async rates(caller) {
      // Beyond the try limit a key is ignored, valid or not: the call counts as anonymous.
      const { key } = await checkKey(caller.key, caller.address)
      if (key && mayCallFrom(key, caller.origin)) return within(`rates:${key.id}`, getLimit(key), key)
      return withinAddress('rates', caller.address)
    },
    tokens: (caller) => withinAddress('tokens', caller.address),
    yields: (caller, work) => withinAddress('yields', caller.address, work === 'status' ? '-status' : ''),
    canReadKeys: () => keys.isReadable(),
  }
}

function decide({ allowed, allowance, retryAfterSeconds }: Taken, key?: ApiKey): Decision {
  if (allowed) return { granted: true, key, allowance }
  const error = new ServiceError(429, 'Rate limit exceeded. Please try again later', { retryAfterSeconds })
  return { granted: false, key, error, allowance }
}

function mayCallFrom(key: ApiKey, origin: string | undefined): boolean {
  if (origin === undefined) return !key.browserOnly
  return key.origins.length === 0 || key.origins.some((rule) => originMatches(rule, origin))
}

function refused(error: ServiceError, key?: ApiKey): Decision {
  return { granted: false, key, error, allowance: undefined }
}
