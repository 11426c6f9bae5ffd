import { sameFields } from '../lib/same-fields.ts'
import { howItChanges } from './live-fields.ts'
import type { ResolvedConfig, WidgetConfig } from './types.ts'

type Field = keyof WidgetConfig

/**
 * The live fields whose value differs. Compared by value, so that a host may pass a new object on
 * each render.
 */
export function changedLiveFields(running: ResolvedConfig, newer: ResolvedConfig): Field[] {
  return fieldsThat('live', newer).filter((field) => !isSame(running[field], newer[field]))
}

/** True if a newer config requires a new widget. */
export function needsRebuild(running: ResolvedConfig, newer: ResolvedConfig): boolean {
  return fieldsThat('rebuild', newer).some((field) =>
    // These are objects with state, so they are compared by identity.
    field === 'wagmiConfig' || field === 'queryClient' || field === 'provider'
      ? running[field] !== newer[field]
      : !isSame(running[field], newer[field]),
  )
}

function fieldsThat(change: 'live' | 'rebuild', config: ResolvedConfig): Field[] {
  return (Object.keys(config) as Field[]).filter((field) => howItChanges(field) === change)
}

/** Compares by value, functions by identity. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'function' || typeof b === 'function') return a === b
  if (hasFunctions(a) && hasFunctions(b)) return sameFields(a, b)
  return !hasFunctions(a) && !hasFunctions(b) && JSON.stringify(a) === JSON.stringify(b)
}

function hasFunctions(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => typeof inner === 'function')
  )
}
