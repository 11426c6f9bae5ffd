import type { SluiceError } from './sluice-error.ts'
import { toLoadError } from './to-sluice-error.ts'

/** How long to wait before code that failed to load is loaded again. */
const RETRY_MS = 20_000

/**
 * Starts code that is loaded on demand. A failed load is retried and not reported, because the
 * surrounding page cannot fix it. An error of the code itself is reported and not retried. Returns
 * a function that stops it.
 */
export function startLater(
  load: () => Promise<() => (() => void) | undefined>,
  reportError: (error: SluiceError) => void,
): () => void {
  /** Undefined once it is stopped. */
  let stop: (() => void) | undefined = () => {}
  const begin = () => {
    load()
      .then((start) => {
        if (stop) stop = start() ?? stop
      })
      .catch((cause) => {
        if (!stop) return
        const error = toLoadError(cause)
        if (!error.retryable) return reportError(error)
        const timer = setTimeout(begin, RETRY_MS)
        stop = () => clearTimeout(timer)
      })
  }
  begin()
  return () => {
    stop?.()
    stop = undefined
  }
}
