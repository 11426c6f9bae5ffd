/** Requests per second in the long run, and how many at once. */
export interface RateLimit {
  perSecond: number
  burst: number
}

export const TIER_NAMES = ['basic', 'growth', 'premium', 'enterprise'] as const
export type Tier = (typeof TIER_NAMES)[number]

/** The tiers of the interface (section 8); undefined is not limited. */
export const TIERS: Record<Tier, RateLimit | undefined> = {
  basic: { perSecond: 3, burst: 3 },
  growth: { perSecond: 10, burst: 30 },
  premium: { perSecond: 20, burst: 50 },
  enterprise: undefined,
}

/** A quote costs far more than a price: half the tier, rounded up. */
export function quoteLimit(limit: RateLimit | undefined): RateLimit | undefined {
  return limit && { perSecond: Math.ceil(limit.perSecond / 2), burst: Math.ceil(limit.burst / 2) }
}
