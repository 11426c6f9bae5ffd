import { loaded } from '../errors/to-sluice-error.ts'

/**
 * Loads the code that watches a sent transaction. A swap loads it before the wallet request,
 * because a failed load afterwards would leave its transaction unwatched. Rejects with
 * `LOAD_FAILED`.
 */
export async function loadWatch() {
  const [{ findSent }, { watchTransaction }] = await loaded(
    Promise.all([import('./find-sent.ts'), import('./watch-transaction.ts')]),
  )
  return { findSent, watchTransaction }
}
