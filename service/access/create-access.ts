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
  /** False while limits that instances share are counted by this one alone. */
  areLimitsShared(): boolean
}

export interface AccessOptions {
  keys: KeyStore
  /** A monotonic clock, in milliseconds. */
  nowMs: () => number
  /** Default: buckets in this process. */
  limiter?: RateLimiter
  /** Overrides of `ANONYMOUS_LIMITS`. */
  anonymous?: Partial<AnonymousLimits> | undefined
  /** The part of a browser key's limit that one address may use, in percent. Default: `KEY_ADDRESS_PERCENT`. */
  keyAddressPercent?: number | undefined
}

export function createAccess(options: AccessOptions): Access {
  const { keys, nowMs, limiter = createRateLimiter(nowMs), keyAddressPercent = KEY_ADDRESS_PERCENT } = options
  const anonymous = { ...ANONYMOUS_LIMITS, ...options.anonymous }
  const checkKey = createKeyCheck({ keys, take: (limit, address) => takeAt('keys', limit, address) })

  /** The address of a browser key is charged first, so that what it is refused costs the other visitors nothing. */
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
      // Beyond the try limit a key is ignored, valid or not: the call counts as anonymous.
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

/** A key that a page publishes: it is bound to origins or to browsers. */
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
