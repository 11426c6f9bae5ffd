import type { SettingsStore } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** Selects values or an action of the settings store. */
export function useSettings<Value>(selector: (settings: SettingsStore) => Value): Value {
  return useStore(useWidget().settings, selector)
}
