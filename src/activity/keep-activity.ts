import { toLoadError } from '../errors/to-sluice-error.ts'
import { withTexts } from '../i18n/load-page-messages.ts'
import { onStoredChange } from './stored-change.ts'
import type { ActivityContext } from './types.ts'

/**
 * Records swaps. Loads its code when an entry is stored, here or in another tab, or when a swap
 * starts. Returns a function that stops it: a pending transaction is watched again the next time.
 */
export function keepActivity(context: ActivityContext): () => void {
  const { execution, config } = context
  const key = `sluice:${config.getState().storageKey}:activity`
  const controller = new AbortController()
  let isLoading = false
  const load = async () => {
    if (isLoading) return
    isLoading = true
    try {
      const { recordActivity } = await withTexts(import('./record-activity.ts'))
      recordActivity(context, { key, signal: controller.signal })
    } catch (cause) {
      const error = toLoadError(cause)
      // The next change of the swap loads code again that failed to load.
      isLoading = !error.retryable
      if (isLoading) context.reportError(error)
    }
  }
  const check = () => {
    if (execution.getState().stage !== 'idle' || execution.getBackgroundSwaps().length > 0) void load()
  }
  const unsubscribers = [execution.subscribe(check), onStoredChange(key, load)]
  try {
    if (globalThis.localStorage.getItem(key) !== null) void load()
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  check()
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    controller.abort()
  }
}
