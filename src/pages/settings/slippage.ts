import { HIGH_VALUE_LOSS_BPS } from '../../lib/thresholds.ts'

export const SLIPPAGE_PRESETS_BPS = [10, 50, 100] as const

export type SlippageLevel = 'low' | 'usual' | 'high' | 'very-high'

export function slippageLevel(bps: number): SlippageLevel {
  if (bps < 10) return 'low'
  if (bps > HIGH_VALUE_LOSS_BPS) return 'very-high'
  return bps > 100 ? 'high' : 'usual'
}

export type SlippageReading =
  | { kind: 'bps'; bps: number }
  | { kind: 'too-high' }
  | { kind: 'too-low' }
  | { kind: 'not-a-number' }

/**
 * Parses a canonical decimal string in percent, truncated to whole basis points. `bounds` are basis
 * points.
 */
export function readSlippage(percent: string, bounds: { min: number; max: number }): SlippageReading {
  const match = /^(\d+)(?:\.(\d{0,2})\d*)?$/.exec(percent)
  if (!match) return { kind: 'not-a-number' }
  const bps = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  if (bps > bounds.max) return { kind: 'too-high' }
  return bps < bounds.min ? { kind: 'too-low' } : { kind: 'bps', bps }
}
