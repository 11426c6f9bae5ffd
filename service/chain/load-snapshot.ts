import type { BlockReader, FollowedModule, LiquidityModules } from '../modules/core/module.ts'
import type { Pool, PoolIdentity } from '../modules/core/pool.ts'
import { announcedBy } from './advance.ts'
import type { ChainNode, Header } from './node.ts'
import { createPoolIndex } from './pool-index.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

export interface LoadDeps {
  node: ChainNode
  modules: LiquidityModules
  /** Pinned to the header's block. */
  read: BlockReader
  fromBlock: bigint
}

/** The node's logs leave out pools that exist: they cannot be used for quotes. */
export class IncompleteLoadError extends Error {
  override readonly name = 'IncompleteLoadError'
}

/**
 * Loads the snapshot of a block: every pool, in its state at that block. Throws `IncompleteLoadError` when the node's logs
 * are incomplete.
 */
export async function loadSnapshot(header: Header, deps: LoadDeps): Promise<ChainState> {
  const found = await discover(header, deps)
  const pools: Pool[] = []
  for (const [module, identities] of found) {
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

/** Reads the pools that are sampled at every block. */
export async function samplePools({ sampled }: LiquidityModules, read: BlockReader): Promise<Pool[]> {
  return (await Promise.all(sampled.map((module) => module.sample(read)))).flat()
}

async function discover(header: Header, deps: LoadDeps): Promise<Map<FollowedModule, PoolIdentity[]>> {
  const {
    node,
    modules: { followed },
    fromBlock,
  } = deps
  const found = new Map<FollowedModule, PoolIdentity[]>(followed.map((module) => [module, []]))
  if (followed.length === 0) return found
  const logs = await node.logsIn({
    addresses: followed.map((module) => module.factory),
    topics: [...new Set(followed.map((module) => module.createdTopic))],
    fromBlock,
    toBlock: header.number,
  })
  const announced = new Map<FollowedModule, number>()
  for (const log of logs) {
    const module = announcedBy(followed, log)
    if (!module) continue
    announced.set(module, (announced.get(module) ?? 0) + 1)
    const identity = module.identify(log)
    if (identity) found.get(module)?.push(identity)
  }
  await requireAllAnnounced(announced, deps)
  return found
}

/** An empty or truncated log response looks like a market without pools: compare with the factories' counts. */
async function requireAllAnnounced(
  announced: ReadonlyMap<FollowedModule, number>,
  { modules: { followed }, read }: LoadDeps,
): Promise<void> {
  if (announced.size === 0) {
    throw new IncompleteLoadError(`The node shows no pool of ${followed.map(({ id }) => id).join(', ')}`)
  }
  for (const module of followed) {
    const shown = announced.get(module) ?? 0
    const counted = await module.countPools?.(read)
    if (counted !== undefined && BigInt(shown) < counted) {
      throw new IncompleteLoadError(
        `The node shows ${shown} pools of ${module.id}; its factory counts ${counted}`,
      )
    }
  }
}
