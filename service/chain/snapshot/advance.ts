import type { FollowedModule, LiquidityModules } from '../../modules/core/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../../modules/core/pool.ts'
import type { ChainPools } from './snapshot.ts'

export interface BlockDelta {
  logs: readonly PoolLog[]
  sampled: readonly Pool[]
}

export interface Advanced extends ChainPools {
  unread: ReadonlyMap<FollowedModule, PoolIdentity[]>
  /** Every newly created pool. */
  announced: readonly { module: FollowedModule; identity: PoolIdentity }[]
  /** Pools in memory that have logs in the block. */
  touched: ReadonlySet<string>
  /** Subjects of logs that match no pool in memory. */
  unknownSubjects: ReadonlySet<string>
}

/** Returns the pools after a block, given the pools of its parent. */
export function advance(parent: ChainPools, delta: BlockDelta, modules: LiquidityModules): Advanced {
  const changes = new Map<string, Pool | undefined>()
  const current = (address: string) =>
    changes.has(address) ? changes.get(address) : parent.poolIndex.contract(address)
  const unread = new Map<FollowedModule, PoolIdentity[]>()

  const announced: { module: FollowedModule; identity: PoolIdentity }[] = []
  const touched = new Set<string>()
  const unknownSubjects = new Set<string>()

  for (const log of delta.logs) {
    const subject = getSubject(modules.followed, log)
    const pool = current(subject)
    if (pool) {
      touched.add(pool.address)
      const next = pool.advance(log)
      if (next !== pool) changes.set(pool.address, next)
      continue
    }
    const announcing = announcedBy(modules.followed, log)
    const identity = announcing?.identify(log)
    if (!announcing) unknownSubjects.add(subject)
    if (!announcing || !identity || current(identity.address)) continue
    announced.push({ module: announcing, identity })
    const initialPool = announcing.initialPool(identity, log)
    if (initialPool) changes.set(identity.address, initialPool)
    else unread.set(announcing, [...(unread.get(announcing) ?? []), identity])
  }
  for (const pool of delta.sampled) {
    if (current(pool.address)?.fingerprint() !== pool.fingerprint()) changes.set(pool.address, pool)
  }
  const sampled = new Set<string>(delta.sampled.map(({ address }) => address))
  for (const address of parent.sampled) if (!sampled.has(address)) changes.set(address, undefined)
  const poolIndex = changes.size > 0 ? parent.poolIndex.with(changes) : parent.poolIndex
  return { poolIndex, sampled, unread, announced, touched, unknownSubjects }
}

/** Returns the module whose factory emitted this log of a new pool. */
export function announcedBy(modules: readonly FollowedModule[], log: PoolLog): FollowedModule | undefined {
  const address = log.address.toLowerCase()
  return modules.find(
    (module) => module.createdTopic === log.topics[0] && module.factory.toLowerCase() === address,
  )
}

/** Returns the lower-case address of the pool that a log concerns. */
export function getSubject(modules: readonly FollowedModule[], log: PoolLog): string {
  const address = log.address.toLowerCase()
  const emitter = modules.find((module) => module.getSubject && module.factory.toLowerCase() === address)
  return emitter?.getSubject?.(log) ?? address
}
