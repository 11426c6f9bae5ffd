import type { WidgetConfig } from './types.ts'

type Field = keyof WidgetConfig

const INITIAL: readonly Field[] = [
  'storageKey',
  'input',
  'output',
  'slippageBps',
  'slippageBoundsBps',
  'pauseBeforeSigning',
  'fixedSettings',
  'urlSync',
  'persistTokens',
  'connectors',
]

const REBUILD: readonly Field[] = [
  'chains',
  'tradeType',
  'lockedFields',
  'tokenImport',
  'provider',
  'wagmiConfig',
  'queryClient',
]

/**
 * How a running widget handles a changed value of a field.
 * - `live`: takes effect immediately, no state is lost.
 * - `initial`: only used when a widget is created.
 * - `rebuild`: a changed value creates a new widget, which keeps the entered fields that are still
 *   valid.
 */
export function howItChanges(field: Field): 'live' | 'initial' | 'rebuild' {
  if (REBUILD.includes(field)) return 'rebuild'
  return INITIAL.includes(field) ? 'initial' : 'live'
}
