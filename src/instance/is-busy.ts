import { isRunning } from '../execution/machine/is-running.ts'
import type { Widget } from './types.ts'

type Parts = Pick<Widget, 'execution' | 'navigation' | 'wallet'>

/**
 * True if a swap is running or pending, its wallet shows a request that can be signed, or an
 * outcome is shown. A busy widget is not replaced by another.
 */
export function isBusy({ execution, navigation, wallet }: Parts): boolean {
  return (
    isRunning(execution.getState()) ||
    execution.isWatching() ||
    wallet.getState().prompt !== undefined ||
    navigation.getState().stack.at(-1) === 'progress'
  )
}

/** Calls back after each change that may affect `isBusy`. Returns the unsubscribe function. */
export function watchBusy({ execution, navigation, wallet }: Parts, listener: () => void): () => void {
  const unsubscribers = [execution, navigation, wallet].map((part) => part.subscribe(listener))
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
