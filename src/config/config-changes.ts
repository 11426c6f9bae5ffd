import { LIVE_FIELDS } from './live-fields.ts'
import type { ResolvedConfig } from './types.ts'

type Field = keyof typeof LIVE_FIELDS

/** The live fields whose value differs. Compared by value, so that a host may pass a new object on each render. */
export function changedLiveFields(running: ResolvedConfig, newer: ResolvedConfig): Field[] {
  return fieldsWith('live').filter((field) => !isSame(running[field], newer[field]))
}

/** Whether a newer config requires a new widget. */
export function needsRebuild(running: ResolvedConfig, newer: ResolvedConfig): boolean {
  return fieldsWith('rebuild').some((field) =>
    // These are objects with state, so they are compared by identity.
    field === 'wagmiConfig' || field === 'queryClient' || field === 'provider'
      ? running[field] !== newer[field]
      : !isSame(running[field], newer[field]),
  )
}

/** Compares by value, functions by identity. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'function' || typeof b === 'function') return a === b
  if (hasFunctions(a) && hasFunctions(b)) {
    return Object.keys({ ...a, ...b }).every((key) => a[key] === b[key])
  }
  return !hasFunctions(a) && !hasFunctions(b) && JSON.stringify(a) === JSON.stringify(b)
}

function hasFunctions(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => typeof inner === 'function')
  )
}

function fieldsWith(mode: 'live' | 'rebuild'): Field[] {
  return (Object.keys(LIVE_FIELDS) as Field[]).filter((field) => LIVE_FIELDS[field] === mode)
}
