/** How late the thread is that serves. */
export interface LoopLag {
  /** For how many milliseconds its loop has not come round; 0 while it comes round in time. */
  lagMs(): number
  stop(): void
}

const EVERY_MS = 20

/**
 * Watches the event loop of this thread. `monitorEventLoopDelay` learns of a delay when it is over, and holds it against
 * those who come later; this tells how long whoever is looked at now has waited already, at the least.
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
