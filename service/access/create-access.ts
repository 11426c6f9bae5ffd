import {
  ANONYMOUS_LIMITS,
  type AnonymousLimits,
  addressLimit,
  getLimit,
  KEY_ADDRESS_PERCENT,
  quoteLimit,
  type RateLimit,
} from '../config/tiers.ts'
import { forbidden, ServiceError } from '../lib/service-error.ts'
import type { ApiKey, KeyStore } from './api-key.ts'
import { createKeyCheck } from './create-key-check.ts'
import { getNetworks } from './networks.ts'
import { originMatches } from './origins.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import type { Allowance, Taken } from './token-bucket.ts'

/** The caller of a request. */
export interface Caller {
  /** Value of `x-api-key`. */
  key: string | undefined
  /** Value of `Origin`. */
  origin: string | undefined
  /** Network address, normalized by `readAddress`. */
  address: string
}

/**
 * The result of an access check with the remaining allowance. `key` is undefined for anonymous
 * calls.
 */
export type Decision =
  | { granted: true; key: ApiKey | undefined; allowance: Allowance | undefined }
  | { granted: false; key: ApiKey | undefined; error: ServiceError; allowance: Allowance | undefined }

export interface Access {
  /**
   * Requires a key (section 5). Rejects with 401 without a valid key, 403 for another origin, and
   * 429 above the limit of the tier or of key attempts per address.
   */
  router(caller: Caller, work: 'price' | 'quote'): Promise<Decision>
  /** Limits by address, or by tier with a key that is valid for this origin. */
  rates(caller: Caller): Promise<Decision>
  /** Limits by address. */
  tokens(caller: Caller): Promise<Decision>
  /** Limits by address, with a separate bucket for status endpoints. */
  yields(caller: Caller, work: 'answer' | 'status'): Promise<Decision>
  /** Returns false until the keys have been read once. Until then calls with a key get 503. */
  canReadKeys(): boolean
  /** Returns false while this instance counts limits alone that instances should share. */
  areLimitsShared(): boolean
}

export interface AccessOptions {
  keys: KeyStore
  /** Returns the time of a monotonic clock in milliseconds. */
  nowMs: () => number
  /** Default: buckets in this process. */
  limiter?: RateLimiter
  /** Overrides of `ANONYMOUS_LIMITS`. */
  anonymous?: Partial<AnonymousLimits> | undefined
  /**
   * Percentage of a browser key's limit that one address may use. Default: `KEY_ADDRESS_PERCENT`.
   */
  keyAddressPercent?: number | undefined
}

export function createAccess(options: AccessOptions): Access {
  const { keys, nowMs, limiter = createRateLimiter(nowMs), keyAddressPercent = KEY_ADDRESS_PERCENT } = options
  const anonymous = { ...ANONYMOUS_LIMITS, ...options.anonymous }
  const checkKey = createKeyCheck({ keys, take: (limit, address) => takeAt('keys', limit, address) })

  /**
   * Charges the address of a browser key first, so that its rejected calls do not use the limit of
   * other visitors.
   */
  async function within(
    bucket: string,
    limit: RateLimit | undefined,
    { key, address }: { key: ApiKey; address: string },
  ): Promise<Decision> {
    if (!limit) return { granted: true, key, allowance: undefined }
    if (!isBrowserKey(key) || keyAddressPercent >= 100) return decide(await limiter.take(bucket, limit), key)
    const own = await takeAt(bucket, addressLimit(limit, keyAddressPercent), address)
    if (!own.allowed) return decide(own, key)
    const total = await limiter.take(bucket, limit)
    const isOwnScarcer = total.allowed && own.allowance.remaining < total.allowance.remaining
    return decide(isOwnScarcer ? own : total, key)
  }

  /**
   * Takes from each network of the address. Does not charge wide networks for calls that the narrow
   * one rejects.
   */
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
      if (!key) return refused(forbidden(caller.key))
      if (!mayCallFrom(key, caller.origin)) {
        return refused(new ServiceError(403, 'Request origin not in whitelist'), key)
      }
      const limit = getLimit(key)
      return within(`${work}:${key.id}`, work === 'quote' ? quoteLimit(limit) : limit, {
        key,
        address: caller.address,
      })
    },
    async rates(caller) {
      // Above the attempt limit a key is ignored, valid or not, and the call counts as anonymous.
      const { key } = await checkKey(caller.key, caller.address)
      if (key && mayCallFrom(key, caller.origin)) {
        return within(`rates:${key.id}`, getLimit(key), { key, address: caller.address })
      }
      return withinAddress('rates', caller.address)
    },
    tokens: (caller) => withinAddress('tokens', caller.address),
    yields: (caller, work) => withinAddress('yields', caller.address, work === 'status' ? '-status' : ''),
    canReadKeys: () => keys.isReadable(),
    areLimitsShared: () => limiter.isShared?.() ?? true,
  }
}

function decide({ allowed, allowance, retryAfterSeconds }: Taken, key?: ApiKey): Decision {
  if (allowed) return { granted: true, key, allowance }
  const error = new ServiceError(429, 'Rate limit exceeded. Please try again later', { retryAfterSeconds })
  return { granted: false, key, error, allowance }
}

/** Returns true for a key that a page publishes, bound to origins or to browsers. */
function isBrowserKey({ origins, browserOnly }: ApiKey): boolean {
  return browserOnly || origins.length > 0
}

function mayCallFrom(key: ApiKey, origin: string | undefined): boolean {
  if (origin === undefined) return !key.browserOnly
  return key.origins.length === 0 || key.origins.some((rule) => originMatches(rule, origin))
}

function refused(error: ServiceError, key?: ApiKey): Decision {
  return { granted: false, key, error, allowance: undefined }
}
