import type { ResolvedConfig } from '../config/types.ts'

export type ImpactLevel = 'unknown' | 'low' | 'noticeable' | 'high'

export function impactLevel(
  bps: number | undefined,
  { impactBps }: Pick<ResolvedConfig, 'impactBps'>,
): ImpactLevel {
  if (bps === undefined) return 'unknown'
  if (bps >= impactBps.high) return 'high'
  return bps >= impactBps.notice ? 'noticeable' : 'low'
}
