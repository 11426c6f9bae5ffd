import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for a machine that has much else to do; what never comes true is told all the same. */
const PATIENCE_MS = 60_000
const EVERY_MS = 25

/** Resolves once it is true. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const startMs = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startMs > PATIENCE_MS) throw new Error(`It did not come true: ${isTrue}`)
    await sleep(EVERY_MS)
  }
}
