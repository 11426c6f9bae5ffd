import { useSyncExternalStore } from 'react'
import type { Store } from '../store/types.ts'

/**
 * Selects a value of a vanilla store. The selector must return a stable reference while its inputs
 * are unchanged.
 */
export function useStore<State, Value>(store: Store<State>, selector: (state: State) => Value): Value {
  return useSyncExternalStore(
    store.subscribe,
    () => selector(store.getState()),
    () => selector(store.getInitialState()),
  )
}
