import type { Execution } from '../execution/machine/types.ts'

/** How long the transactions of an unmounted widget are still watched, in milliseconds. */
const MAX_BACKGROUND_WATCH_MS = 10 * 60_000

/**
 * Limits how long an unmounted widget watches its transactions, so that listeners usually still get
 * the outcome. Returns a function that removes the limit.
 */
export function limitBackgroundWatch(execution: Execution): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const check = () => {
    if (!execution.isWatching()) clear()
    else timer ??= setTimeout(() => execution.stopWatching(), MAX_BACKGROUND_WATCH_MS)
  }
  check()
  const cleanups = [execution.subscribe(check), execution.onBackgroundSwap(check), clear]
  return () => {
    for (const cleanup of cleanups) cleanup()
  }
}
