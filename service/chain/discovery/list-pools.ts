import type { BlockReader, FollowedModule, ListingModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import { ALWAYS_RESPONDS } from '../../modules/core/read-untrusted.ts'

/** Results of factories that list their pools, by module id. */
export interface ListRecord {
  /** The number of pools that a factory has, and the tradable ones by address. */
  listed: Map<string, { count: number; pools: Map<string, PoolIdentity> }>
  /** How often in a row a full query of a factory failed. */
  silent: Map<string, number>
}

/** The factory returns no list, so the chain continues with the pools that are already known. */
export interface ListFailedEvent {
  type: 'list-failed'
  /** Module id. */
  source: string
  error: unknown
}

export interface ListDeps {
  listing: readonly ListingModule[]
  read: BlockReader
  record: ListRecord
  /** Number of nodes that are queried in turn. Default: 1. */
  nodeCount?: number
  report?(event: ListFailedEvent): void
}

/** A reorg may replace the last pools of a list. */
const LISTED_AGAIN = 4
/** The chain continues without a list that failed this often, and with each node. */
const MIN_SILENT = 3

/**
 * Returns all pools that the factories list. A factory that fails delays its chain until every node
 * was queried. Then its previously listed pools count. `errors` has the failures to retry with the
 * next node.
 */
export async function listAll(deps: ListDeps): Promise<{
  found: ReadonlyMap<FollowedModule, PoolIdentity[]>
  errors: readonly unknown[]
}> {
  const { listing, read, record, nodeCount = 1, report } = deps
  const found = new Map<FollowedModule, PoolIdentity[]>()
  const errors: unknown[] = []
  for (const module of listing) {
    try {
      found.set(module, await listFrom(module, 0, deps))
    } catch (error) {
      // Throws if the node itself is down, which proves nothing about the factory.
      await read([ALWAYS_RESPONDS])
      const times = (record.silent.get(module.id) ?? 0) + 1
      record.silent.set(module.id, times)
      if (times < Math.max(MIN_SILENT, nodeCount)) {
        errors.push(error)
        continue
      }
      report?.({ type: 'list-failed', source: module.id, error })
      found.set(module, [...(record.listed.get(module.id)?.pools.values() ?? [])])
    }
  }
  return { found, errors }
}

/**
 * Returns the pools listed since the last query, or all pools of a factory without an earlier list.
 * `errors` has the failures of this query.
 */
export async function listNew(deps: ListDeps): Promise<{
  found: { module: FollowedModule; identity: PoolIdentity }[]
  errors: readonly unknown[]
}> {
  const { listing, record } = deps
  const found: { module: FollowedModule; identity: PoolIdentity }[] = []
  const errors: unknown[] = []
  for (const module of listing) {
    const from = Math.max(0, (record.listed.get(module.id)?.count ?? 0) - LISTED_AGAIN)
    try {
      const pools = await listFrom(module, from, deps)
      for (const identity of pools) found.push({ module, identity })
    } catch (error) {
      errors.push(error)
    }
  }
  return { found, errors }
}

/** Reads the pools of a factory from an index on and records the result. */
async function listFrom(
  module: ListingModule,
  from: number,
  { read, record }: Pick<ListDeps, 'read' | 'record'>,
): Promise<PoolIdentity[]> {
  const { count, pools } = await module.listPools(read, from)
  const known = (from > 0 && record.listed.get(module.id)?.pools) || new Map<string, PoolIdentity>()
  for (const pool of pools) known.set(pool.address, pool)
  record.listed.set(module.id, { count, pools: known })
  record.silent.delete(module.id)
  return pools
}
