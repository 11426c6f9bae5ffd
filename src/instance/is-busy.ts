import { isRunning } from '../execution/machine/is-running.ts'
import type { Widget } from './types.ts'

type Parts = Pick<Widget, 'execution' | 'navigation'>

/** Whether a swap is running or pending, or its outcome is shown: a widget that is not replaced by another. */
export function isBusy({ execution, navigation }: Parts): boolean {
  return (
    isRunning(execution.getState()) ||
    execution.isWatching() ||
    navigation.getState().stack.at(-1) === 'progress'
  )
}

/** Calls back after each change that `isBusy` may depend on. Returns the unsubscribe function. */
export function watchBusy({ execution, navigation }: Parts, listener: () => void): () => void {
  const unsubscribers = [execution.subscribe(listener), navigation.subscribe(listener)]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
