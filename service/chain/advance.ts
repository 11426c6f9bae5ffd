import type { FollowedModule, LiquidityModules } from '../modules/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../modules/pool.ts'
import type { Header } from './node.ts'
import type { PoolMap } from './snapshot.ts'

/** What a block says: its logs, and the pools read at it. */
export interface BlockNews {
  header: Header
  logs: readonly PoolLog[]
  sampled: readonly Pool[]
}

export interface Advanced {
  /** The parent's own map when nothing changed. */
  pools: PoolMap
  /** Pools that were announced, and must be read before they can be quoted. */
  unread: ReadonlyMap<FollowedModule, PoolIdentity[]>
}

/** The pools after the block that follows the parent's. */
export function advance(parent: PoolMap, news: BlockNews, modules: LiquidityModules): Advanced {
  let pools: Map<string, Pool> | undefined
  const current = () => pools ?? parent
  const change = () => {
    pools ??= new Map(parent)
    return pools
  }
  const unread = new Map<FollowedModule, PoolIdentity[]>()

  for (const log of news.logs) {
    const pool = current().get(subjectOf(modules.followed, log))
    if (pool) {
      const next = pool.advance(log)
      if (next !== pool) change().set(pool.address, next)
      continue
    }
    const announcing = announcedBy(modules.followed, log)
    const identity = announcing?.identify(log)
    if (!announcing || !identity || current().has(identity.address)) continue
    const newborn = announcing.newborn(identity)
    if (newborn) change().set(identity.address, newborn)
    else unread.set(announcing, [...(unread.get(announcing) ?? []), identity])
  }
  for (const pool of news.sampled) {
    if (current().get(pool.address)?.fingerprint() !== pool.fingerprint()) change().set(pool.address, pool)
  }
  for (const address of vanished(current(), news.sampled, modules)) change().delete(address)
  return { pools: current(), unread }
}

/** The module whose factory wrote this log about a new pool. */
export function announcedBy(modules: readonly FollowedModule[], log: PoolLog): FollowedModule | undefined {
  const address = log.address.toLowerCase()
  return modules.find(
    (module) => module.createdTopic === log.topics[0] && module.factory.toLowerCase() === address,
  )
}

/** The pool a log is about, in lower case. */
function subjectOf(modules: readonly FollowedModule[], log: PoolLog): string {
  const address = log.address.toLowerCase()
  const speaker = modules.find((module) => module.subjectOf && module.factory.toLowerCase() === address)
  return speaker?.subjectOf?.(log) ?? address
}

/** Pools of the sampled modules that are no longer there. */
function vanished(pools: PoolMap, sampled: readonly Pool[], modules: LiquidityModules): string[] {
  if (modules.sampled.length === 0) return []
  const ids = new Set(modules.sampled.map(({ id }) => id))
  const present = new Set<string>(sampled.map(({ address }) => address))
  return [...pools]
    .filter(([address, { module }]) => ids.has(module) && !present.has(address))
    .map(([a]) => a)
}
