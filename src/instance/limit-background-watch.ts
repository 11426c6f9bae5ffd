import type { Execution } from '../execution/machine/types.ts'

/** How long the transactions of a widget that has gone are still looked after, in milliseconds. */
const WATCH_ON_MS = 10 * 60_000

/**
 * Bounds how long an execution watches without a page to show it on: long enough that whoever listens hears the
 * end, not for ever. Returns the function that lifts the bound.
 */
export function limitBackgroundWatch(execution: Execution): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const lift = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const look = () => {
    if (!execution.isWatching()) lift()
    else timer ??= setTimeout(() => execution.stopWatching(), WATCH_ON_MS)
  }
  look()
  const ends = [execution.subscribe(look), execution.onBackgroundSwap(look), lift]
  return () => {
    for (const end of ends) end()
  }
}
