import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000
const INTERVAL_MS = 25

/** Polls a condition and resolves when it is true. Rejects after a minute. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const startMs = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startMs > TIMEOUT_MS) throw new Error(`Timed out waiting for: ${isTrue}`)
    await sleep(INTERVAL_MS)
  }
}
