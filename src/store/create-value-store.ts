import { createStore } from 'zustand/vanilla'
import type { Store } from './types.ts'

/** A store without actions, for a value that only its owner replaces. */
export function createValueStore<Value extends object>(initial: Value): Store<Value> {
  return createStore<Value>()(() => initial)
}
