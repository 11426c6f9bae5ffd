import type { BlockReader, LiquidityModules } from '../modules/core/module.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { Advanced } from './advance.ts'
import { type DiscoverDeps, discover } from './discover.ts'
import type { Header } from './node.ts'
import { createPoolIndex } from './pool-index.ts'
import { type ChainPools, type ChainState, createSnapshot } from './snapshot.ts'

/**
 * Loads the snapshot of a block: every pool, in its state at that block. Throws `IncompleteDiscoveryError` when the node's
 * logs are incomplete.
 */
export async function loadSnapshot(header: Header, deps: DiscoverDeps): Promise<ChainState> {
  const discovery = await discover(header, deps)
  const pools: Pool[] = []
  for (const [module, identities] of discovery.found) {
    for (const pool of await module.load(identities, deps.read)) pools.push(pool)
  }
  const sampled = await samplePools(deps.modules, deps.read)
  if ((await deps.node.hashAt(header.number)) !== header.hash) {
    throw new Error(`Block ${header.number} was replaced while it was read`)
  }
  return createSnapshot(header, {
    poolIndex: createPoolIndex([...pools, ...sampled]),
    sampled: new Set(sampled.map(({ address }) => address)),
  })
}

/** Reads the pools that `advance` could not make from logs. */
export async function readUnread({ unread, ...pools }: Advanced, read: BlockReader): Promise<ChainPools> {
  if (unread.size === 0) return pools
  const loaded = await Promise.all([...unread].map(([module, identities]) => module.load(identities, read)))
  const changes = new Map(loaded.flat().map((pool) => [pool.address, pool]))
  return { ...pools, poolIndex: pools.poolIndex.with(changes) }
}

/** Reads the pools that are sampled at every block. */
export async function samplePools({ sampled }: LiquidityModules, read: BlockReader): Promise<Pool[]> {
  return (await Promise.all(sampled.map((module) => module.sample(read)))).flat()
}
