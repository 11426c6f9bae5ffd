import type { Hex } from '../../../src/lib/address.ts'
import type { BlockReader } from './module.ts'
import type { PoolIdentity } from './pool.ts'

export interface PresentPool {
  identity: PoolIdentity
  /** To the first two of the calls, and to the others. */
  answers: readonly [Hex, Hex, ...(Hex | undefined)[]]
}

/**
 * What pools answer to calls without arguments. One that does not answer the first two is left out: a log may name a pool that does not
 * stand there, or no longer after a reorganization, and it must not keep the others from being loaded.
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
    return first && second ? [{ identity, answers: [first, second, ...others] }] : []
  })
}
