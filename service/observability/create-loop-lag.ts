/** Lag of the event loop. */
export interface LoopLag {
  /** Returns the milliseconds by which the current turn is overdue, or 0. */
  lagMs(): number
  stop(): void
}

const EVERY_MS = 20

/**
 * Measures the event loop of this thread. `monitorEventLoopDelay` reports a delay only after it has
 * ended, which would reject later requests. This reports the minimum wait of the current request.
 */
export function createLoopLag(): LoopLag {
  let dueMs = performance.now() + EVERY_MS
  const timer = setInterval(() => {
    dueMs = performance.now() + EVERY_MS
  }, EVERY_MS)
  timer.unref()
  return {
    lagMs: () => Math.max(0, performance.now() - dueMs),
    stop: () => clearInterval(timer),
  }
}
