import { HIGH_IMPACT_BPS, NOTICEABLE_IMPACT_BPS } from '../lib/thresholds.ts'
/** The severity of a price impact. */
export type ImpactLevel = 'unknown' | 'low' | 'noticeable' | 'high'

export function impactLevel(bps: number | undefined): ImpactLevel {
  if (bps === undefined) return 'unknown'
  if (bps >= HIGH_IMPACT_BPS) return 'high'
  return bps >= NOTICEABLE_IMPACT_BPS ? 'noticeable' : 'low'
}
