import { LIVE_FIELDS } from './live-fields.ts'
import type { ResolvedConfig } from './types.ts'

type Field = keyof typeof LIVE_FIELDS

/** The live fields whose value differs. Compared by value, so that a host may write its config inline. */
export function changedLiveFields(running: ResolvedConfig, newer: ResolvedConfig): Field[] {
  return fieldsWith('live').filter((field) => !isSame(running[field], newer[field]))
}

/** Whether a newer config asks for another widget. */
export function needsRebuild(running: ResolvedConfig, newer: ResolvedConfig): boolean {
  return fieldsWith('rebuild').some((field) =>
    // The clients' configs are live objects of the host: the same one or another one.
    field === 'wagmiConfig' || field === 'queryClient'
      ? running[field] !== newer[field]
      : !isSame(running[field], newer[field]),
  )
}

/** By value; what JSON cannot hold, a function, by identity. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'function' || typeof b === 'function') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

function fieldsWith(fate: 'live' | 'rebuild'): Field[] {
  return (Object.keys(LIVE_FIELDS) as Field[]).filter((field) => LIVE_FIELDS[field] === fate)
}
