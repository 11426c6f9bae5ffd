import { useSyncExternalStore } from 'react'
import type { Store } from '../store/types.ts'

/** A value of a vanilla store. The selector must return the same reference while nothing it reads changed. */
export function useStore<State, Value>(store: Store<State>, selector: (state: State) => Value): Value {
  return useSyncExternalStore(
    store.subscribe,
    () => selector(store.getState()),
    () => selector(store.getInitialState()),
  )
}
