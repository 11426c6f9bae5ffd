/**
 * Reports an error as uncaught, like one thrown by a DOM listener. Without `reportError` (Node) it
 * is thrown asynchronously.
 */
export function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') {
    globalThis.reportError(error)
  } else {
    queueMicrotask(() => {
      throw error
    })
  }
}
