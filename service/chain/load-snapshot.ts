import type { BlockReader, LiquidityModule } from '../modules/module.ts'
import type { Pool, PoolIdentity } from '../modules/pool.ts'
import { announcedBy } from './advance.ts'
import type { ChainNode, Header } from './node.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

export interface LoadDeps {
  node: ChainNode
  modules: readonly LiquidityModule[]
  /** Pinned to the header's block. */
  read: BlockReader
  fromBlock: bigint
}

/** The snapshot of a block, read from the chain itself: every pool the factories announced, as it stands there. */
export async function loadSnapshot(header: Header, deps: LoadDeps): Promise<ChainState> {
  const found = await discover(header, deps)
  const pools = new Map<string, Pool>()
  for (const [module, identities] of found) {
    for (const pool of await module.load(identities, deps.read)) pools.set(pool.address, pool)
  }
  if ((await deps.node.hashAt(header.number)) !== header.hash) {
    throw new Error(`Block ${header.number} was replaced while it was read`)
  }
  return createSnapshot(header, pools)
}

async function discover(
  header: Header,
  { node, modules, fromBlock }: LoadDeps,
): Promise<Map<LiquidityModule, PoolIdentity[]>> {
  const logs = await node.logsIn({
    addresses: modules.map((module) => module.factory),
    topics: [...new Set(modules.map((module) => module.createdTopic))],
    fromBlock,
    toBlock: header.number,
  })
  const found = new Map<LiquidityModule, PoolIdentity[]>(modules.map((module) => [module, []]))
  for (const log of logs) {
    const module = announcedBy(modules, log)
    const identity = module?.identify(log)
    if (module && identity) found.get(module)?.push(identity)
  }
  return found
}
