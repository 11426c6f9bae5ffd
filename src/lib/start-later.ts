/** What could not be loaded is asked for again after so long. */
const RETRY_MS = 20_000

/**
 * Starts what is loaded on demand, once it is there. Code that does not arrive is no fault of the page around: it is asked for
 * again, and nothing is reported. Returns the function that stops it.
 */
export function startLater(load: () => Promise<() => (() => void) | undefined>): () => void {
  /** Nothing once it is stopped. */
  let stop: (() => void) | undefined = () => {}
  const begin = () => {
    load().then(
      (start) => {
        if (stop) stop = start() ?? stop
      },
      () => {
        if (!stop) return
        const timer = setTimeout(begin, RETRY_MS)
        stop = () => clearTimeout(timer)
      },
    )
  }
  begin()
  return () => {
    stop?.()
    stop = undefined
  }
}
