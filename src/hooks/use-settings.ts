import type { SettingsStore } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** A part of what the person chose for themselves: values, or one of the actions. */
export function useSettings<Value>(selector: (settings: SettingsStore) => Value): Value {
  return useStore(useWidget().settings, selector)
}
