/** As the page hears of an error thrown by a DOM listener; Node has no such door and hears of it later. */
export function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') {
    globalThis.reportError(error)
  } else {
    queueMicrotask(() => {
      throw error
    })
  }
}
