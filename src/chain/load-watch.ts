import { loaded } from '../errors/to-sluice-error.ts'

/**
 * Loads the code that follows what a wallet was asked to send. A swap loads it before it asks: afterwards a file that does
 * not arrive would leave its transaction unwatched. Rejects with `LOAD_FAILED`.
 */
export async function loadWatch() {
  const [{ findSent }, { watchTransaction }] = await loaded(
    Promise.all([import('./find-sent.ts'), import('./watch-transaction.ts')]),
  )
  return { findSent, watchTransaction }
}
