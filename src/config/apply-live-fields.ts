import { LIVE_FIELDS } from './live-fields.ts'
import type { ResolvedConfig } from './types.ts'

/**
 * The running config with the live fields of a newer one. Returns `running` itself when none of them differs
 * in value, so that a host may write its config inline.
 */
export function applyLiveFields(running: ResolvedConfig, newer: ResolvedConfig): ResolvedConfig {
  const changed = Object.entries(LIVE_FIELDS)
    .filter(([, fate]) => fate === 'live')
    .map(([field]) => field as keyof ResolvedConfig)
    .filter((field) => JSON.stringify(running[field]) !== JSON.stringify(newer[field]))
  if (changed.length === 0) return running
  return { ...running, ...Object.fromEntries(changed.map((field) => [field, newer[field]])) }
}
