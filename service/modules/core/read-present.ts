import type { Hex } from '../../../wire/lib/address.ts'
import type { BlockReader } from './module.ts'
import type { PoolIdentity } from './pool.ts'

export interface PresentPool {
  identity: PoolIdentity
  /** Results of the first two calls, and of the others. */
  results: readonly [Hex, Hex, ...(Hex | undefined)[]]
}

/**
 * Returns the results of calls without arguments. Skips a pool that does not respond to the first
 * two, because an announced pool may not exist, or no longer after a reorg, and must not block the
 * others.
 */
export async function readPresent(
  identities: readonly PoolIdentity[],
  selectors: readonly Hex[],
  read: BlockReader,
): Promise<PresentPool[]> {
  const calls = identities.flatMap(({ address }) => selectors.map((data) => ({ to: address, data })))
  const all = await read(calls)
  return identities.flatMap((identity, i) => {
    const [first, second, ...others] = all.slice(selectors.length * i, selectors.length * (i + 1))
    return first && second ? [{ identity, results: [first, second, ...others] }] : []
  })
}
