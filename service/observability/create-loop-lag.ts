/** Lag of the event loop. */
export interface LoopLag {
  /** Milliseconds the current turn is overdue; 0 when it is on time. */
  lagMs(): number
  stop(): void
}

const EVERY_MS = 20

/**
 * Watches the event loop of this thread. `monitorEventLoopDelay` reports a delay only after it is over, which would reject
 * later requests for it. This reports the minimum wait of the request being handled now.
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
