import type { LiquidityModule } from '../modules/module.ts'
import type { Pool, PoolLog } from '../modules/pool.ts'
import type { Header } from './node.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

/** The snapshot of the block after `parent`, from that block's logs. */
export function advance(
  parent: ChainState,
  { header, logs }: { header: Header; logs: readonly PoolLog[] },
  modules: readonly LiquidityModule[],
): ChainState {
  let pools: Map<string, Pool> | undefined
  const current = () => pools ?? parent.poolMap
  const put = (pool: Pool) => {
    pools ??= new Map(parent.poolMap)
    pools.set(pool.address, pool)
  }

  for (const log of logs) {
    const address = log.address.toLowerCase()
    const pool = current().get(address)
    if (pool) {
      const next = pool.advance(log)
      if (next !== pool) put(next)
      continue
    }
    const announcing = announcedBy(modules, log)
    const identity = announcing?.identify(log)
    if (announcing && identity && !current().has(identity.address)) put(announcing.newborn(identity))
  }
  return createSnapshot(header, current())
}

/** The module whose factory wrote this log about a new pool. */
export function announcedBy(modules: readonly LiquidityModule[], log: PoolLog): LiquidityModule | undefined {
  const address = log.address.toLowerCase()
  return modules.find(
    (module) => module.createdTopic === log.topics[0] && module.factory.toLowerCase() === address,
  )
}
