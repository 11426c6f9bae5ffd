/** How a price impact is to be shown. `unknown` is a state of its own. */
export type ImpactLevel = 'unknown' | 'low' | 'noticeable' | 'high'

const NOTICEABLE_BPS = 100
const HIGH_BPS = 500

export function impactLevel(bps: number | undefined): ImpactLevel {
  if (bps === undefined) return 'unknown'
  if (bps >= HIGH_BPS) return 'high'
  return bps >= NOTICEABLE_BPS ? 'noticeable' : 'low'
}
