import type { BlockReader, FollowedModule, ListingModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { ALWAYS_ANSWERED } from '../modules/core/read-untrusted.ts'

/** What factories that list their pools have told, by module id. */
export interface ListRecord {
  /** How many pools a factory has, and those of them that are traded, by address. */
  listed: Map<string, { count: number; pools: Map<string, PoolIdentity> }>
  /** How often in a row a factory told no list when all of it was asked for. */
  silent: Map<string, number>
}

/** The chain goes on without the pools of a source that are not known yet, because its factory tells no list. */
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
  /** Nodes that are asked in turn. Default: 1. */
  nodeCount?: number
  report?(event: ListFailedEvent): void
}

/** The last pools of a list may be others after a reorganization. */
const LISTED_AGAIN = 4
/** A list that fails as often, and with each node, is done without. */
const MIN_SILENT = 3

/**
 * All pools that the factories list. A factory that tells no list keeps its chain waiting until every node was asked: then those
 * that it listed before count. `errors`: of the factories to ask again, of the next node.
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
      // A node that answers nothing says nothing about a factory.
      await read([ALWAYS_ANSWERED])
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
 * The pools that factories have listed since they were last asked: all, of one that has told no list yet. `errors`: of those
 * that told none now.
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

/** The pools of a factory's list from an index on. Notes what it told. */
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
