/** Requests per second in the long run, and how many at once. */
export interface RateLimit {
  perSecond: number
  burst: number
}

export const TIER_NAMES = ['basic', 'growth', 'premium', 'custom', 'enterprise'] as const
export type Tier = (typeof TIER_NAMES)[number]

/** The tiers of the interface (section 8); undefined is not limited. A custom key brings its own numbers. */
export const TIERS: Record<Exclude<Tier, 'custom'>, RateLimit | undefined> = {
  basic: { perSecond: 3, burst: 3 },
  growth: { perSecond: 10, burst: 30 },
  premium: { perSecond: 20, burst: 50 },
  enterprise: undefined,
}

/** What a key may ask; undefined is not limited. A custom key without numbers is held to the lowest tier. */
export function getLimit(key: { tier: Tier; customLimit?: RateLimit | undefined }): RateLimit | undefined {
  return key.tier === 'custom' ? (key.customLimit ?? TIERS.basic) : TIERS[key.tier]
}

/** A quote costs far more than a price: half the tier, rounded up. */
export function quoteLimit(limit: RateLimit | undefined): RateLimit | undefined {
  return limit && { perSecond: Math.ceil(limit.perSecond / 2), burst: Math.ceil(limit.burst / 2) }
}

/** Of calls without a key, for each address. */
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
