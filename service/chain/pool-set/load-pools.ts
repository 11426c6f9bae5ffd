import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import type { KnownPool } from './known-pools.ts'

/** `onRead` receives the number of pools read so far, after each source. */
export async function loadPools(
  pools: readonly KnownPool[],
  read: BlockReader,
  onRead?: (count: number) => void,
): Promise<Pool[]> {
  const loaded: Pool[] = []
  let count = 0
  for (const [module, some] of groupByModule(pools)) {
    const identities = some.map(({ identity }) => identity)
    for (const pool of await module.load(identities, read)) loaded.push(pool)
    count += some.length
    onRead?.(count)
  }
  return loaded
}

/** Reads the tokens that the store does not keep. */
export async function completeTokens(pools: readonly KnownPool[], read: BlockReader): Promise<void> {
  for (const [module, some] of groupByModule(pools)) {
    if (!module.readOthers) continue
    const identities = some.map(({ identity }) => identity)
    const told = await module.readOthers(identities, read)
    for (const [i, pool] of some.entries()) {
      const others = told[i] ?? []
      if (others.length > 0) pool.identity = { ...pool.identity, others }
    }
  }
}

export function groupByModule(pools: Iterable<KnownPool>): Map<FollowedModule, KnownPool[]> {
  const groups = new Map<FollowedModule, KnownPool[]>()
  for (const pool of pools) {
    const group = groups.get(pool.module)
    if (group) group.push(pool)
    else groups.set(pool.module, [pool])
  }
  return groups
}
