/** Sustained requests per second, and burst. */
export interface RateLimit {
  perSecond: number
  burst: number
}

export const TIER_NAMES = ['basic', 'growth', 'premium', 'custom', 'enterprise'] as const
export type Tier = (typeof TIER_NAMES)[number]

/** The tiers of the interface (section 8); undefined: unlimited. A custom key has its own limit. */
export const TIERS: Record<Exclude<Tier, 'custom'>, RateLimit | undefined> = {
  basic: { perSecond: 3, burst: 3 },
  growth: { perSecond: 10, burst: 30 },
  premium: { perSecond: 20, burst: 50 },
  enterprise: undefined,
}

/** The limit of a key; undefined: unlimited. A custom key without a limit gets the lowest tier. */
export function getLimit(key: { tier: Tier; customLimit?: RateLimit | undefined }): RateLimit | undefined {
  return key.tier === 'custom' ? (key.customLimit ?? TIERS.basic) : TIERS[key.tier]
}

/** A quote costs far more than a price: half the tier, rounded up. */
export function quoteLimit(limit: RateLimit | undefined): RateLimit | undefined {
  return limit && { perSecond: Math.ceil(limit.perSecond / 2), burst: Math.ceil(limit.burst / 2) }
}

/**
 * The share of a browser key's limit that one address may use, in percent. At 100 one address may
 * use all of it.
 */
export const KEY_ADDRESS_PERCENT = 50

/** The limit of one address within a larger one, rounded up. */
export function addressLimit({ perSecond, burst }: RateLimit, percent: number): RateLimit {
  return { perSecond: Math.ceil((perSecond * percent) / 100), burst: Math.ceil((burst * percent) / 100) }
}

/** Limits per address for calls without a key. */
export interface AnonymousLimits {
  rates: RateLimit
  tokens: RateLimit
  yields: RateLimit
}

export const ANONYMOUS_LIMITS: AnonymousLimits = {
  rates: { perSecond: 3, burst: 3 },
  tokens: { perSecond: 50, burst: 100 },
  yields: { perSecond: 20, burst: 60 },
}
