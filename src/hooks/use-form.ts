import type { FormStore } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** Selects values or an action of the form store. */
export function useForm<Value>(selector: (form: FormStore) => Value): Value {
  return useStore(useWidget().form, selector)
}
