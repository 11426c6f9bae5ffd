import type { FormStore } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** A part of the form: values, or one of its actions. */
export function useForm<Value>(selector: (form: FormStore) => Value): Value {
  return useStore(useWidget().form, selector)
}
