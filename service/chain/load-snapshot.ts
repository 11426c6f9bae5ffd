import type { BlockReader, FollowedModule, LiquidityModules } from '../modules/module.ts'
import type { Pool, PoolIdentity } from '../modules/pool.ts'
import { announcedBy } from './advance.ts'
import type { ChainNode, Header } from './node.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

export interface LoadDeps {
  node: ChainNode
  modules: LiquidityModules
  /** Pinned to the header's block. */
  read: BlockReader
  fromBlock: bigint
}

/** The snapshot of a block, read from the chain itself: every pool there is, as it stands there. */
export async function loadSnapshot(header: Header, deps: LoadDeps): Promise<ChainState> {
  const found = await discover(header, deps)
  const pools = new Map<string, Pool>()
  for (const [module, identities] of found) {
    for (const pool of await module.load(identities, deps.read)) pools.set(pool.address, pool)
  }
  for (const pool of await samplePools(deps.modules, deps.read)) pools.set(pool.address, pool)
  if ((await deps.node.hashAt(header.number)) !== header.hash) {
    throw new Error(`Block ${header.number} was replaced while it was read`)
  }
  return createSnapshot(header, pools)
}

/** The pools that are read at every block. */
export async function samplePools({ sampled }: LiquidityModules, read: BlockReader): Promise<Pool[]> {
  return (await Promise.all(sampled.map((module) => module.sample(read)))).flat()
}

async function discover(
  header: Header,
  { node, modules: { followed }, fromBlock }: LoadDeps,
): Promise<Map<FollowedModule, PoolIdentity[]>> {
  const found = new Map<FollowedModule, PoolIdentity[]>(followed.map((module) => [module, []]))
  if (followed.length === 0) return found
  const logs = await node.logsIn({
    addresses: followed.map((module) => module.factory),
    topics: [...new Set(followed.map((module) => module.createdTopic))],
    fromBlock,
    toBlock: header.number,
  })
  for (const log of logs) {
    const module = announcedBy(followed, log)
    const identity = module?.identify(log)
    if (module && identity) found.get(module)?.push(identity)
  }
  return found
}
