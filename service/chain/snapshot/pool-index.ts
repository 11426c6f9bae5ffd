import type { Pool } from '../../modules/core/pool.ts'
import type { ModuleCount } from './chain-snapshot.ts'
import { type Bookmark, VersionedMap } from './versioned-map.ts'

/**
 * Indexes of the pools of a chain at one block. Immutable: deriving the next block costs only its
 * changes. Addresses are lower case.
 */
export interface PoolIndex {
  /** Number of contracts. A contract may have several pools. */
  readonly size: number
  /** The contract's first pool, with its siblings. */
  contract(address: string): Pool | undefined
  /** All contracts, in no particular order. */
  contracts(): Iterable<Pool>
  /** Pools that trade the two tokens for each other, sorted by address. */
  between(tokenA: string, tokenB: string): readonly Pool[]
  /** Contracts that trade a token, in no particular order. */
  holding(token: string): readonly string[]
  /** All pools including siblings, in no particular order. */
  pools(): readonly Pool[]
  /** Contracts that watch state without logs, or that must be reloaded. */
  watching(): Iterable<Pool>
  /** Counts by module id. */
  modules(): ReadonlyMap<string, ModuleCount>
  /** Replaces contracts by address. Undefined removes a contract. */
  with(changes: ReadonlyMap<string, Pool | undefined>): PoolIndex
  bookmark(): Bookmark
  /**
   * Contracts that may have changed since a bookmark. Undefined if it is too old or from another
   * index.
   */
  changedSince(bookmark: Bookmark): ReadonlySet<string> | undefined
}

export function createPoolIndex(contracts: Iterable<Pool> = []): PoolIndex {
  const empty = arrange({
    contracts: new VersionedMap(),
    pairs: new VersionedMap(),
    holders: new VersionedMap(),
    watching: new VersionedMap(),
    modules: new Map(),
  })
  return empty.with(new Map(Array.from(contracts, (pool) => [pool.address, pool])))
}

/** Returns the pools of a contract. */
export function getPools(contract: Pool | undefined): readonly Pool[] {
  return contract ? [contract, ...(contract.siblings ?? [])] : NONE
}

const NONE: readonly never[] = []

interface Indexes {
  contracts: VersionedMap<string, Pool>
  pairs: VersionedMap<string, readonly Pool[]>
  holders: VersionedMap<string, readonly string[]>
  watching: VersionedMap<string, Pool>
  modules: ReadonlyMap<string, ModuleCount>
}

function arrange(indexes: Indexes): PoolIndex {
  const { contracts, pairs, holders, watching, modules } = indexes
  let all: readonly Pool[] | undefined
  return {
    size: contracts.size,
    contract: (address) => contracts.get(address),
    contracts: () => Array.from(contracts.entries(), ([, contract]) => contract),
    between: (a, b) => pairs.get(pairKey(a, b)) ?? NONE,
    holding: (token) => holders.get(token) ?? NONE,
    pools: () => (all ??= Array.from(contracts.entries(), ([, contract]) => getPools(contract)).flat()),
    watching: () => Array.from(watching.entries(), ([, contract]) => contract),
    modules: () => modules,
    bookmark: () => contracts.bookmark(),
    changedSince: (bookmark) => contracts.changedSince(bookmark),
    with: (changes) => (changes.size === 0 ? arrange(indexes) : change(indexes, changes)),
  }
}

function change(
  { contracts, pairs, holders, watching, modules }: Indexes,
  changes: ReadonlyMap<string, Pool | undefined>,
): PoolIndex {
  const newPairs = createDraft(pairs)
  const newHolders = createDraft(holders)
  const newWatching = new Map<string, Pool | undefined>()
  const newModules = new Map(modules)
  for (const [address, after] of changes) {
    const before = contracts.get(address)
    const isWatching = mayChange(after)
    if (isWatching || mayChange(before)) newWatching.set(address, isWatching ? after : undefined)
    for (const pool of getPools(before)) {
      newPairs.remove(getKey(pool), pool)
      count(newModules, pool, -1)
    }
    for (const pool of getPools(after)) {
      newPairs.add(getKey(pool), pool)
      count(newModules, pool, 1)
    }
    const [old, now] = [getTokens(before), getTokens(after)]
    for (const token of old) if (!now.has(token)) newHolders.remove(token, address)
    for (const token of now) if (!old.has(token)) newHolders.add(token, address)
  }
  return arrange({
    contracts: contracts.with(changes),
    pairs: pairs.with(sorted(newPairs.changes())),
    holders: holders.with(newHolders.changes()),
    watching: watching.with(newWatching),
    modules: newModules,
  })
}

interface Draft<Item> {
  add(key: string, item: Item): void
  remove(key: string, item: Item): void
  changes(): Map<string, readonly Item[] | undefined>
}

/** Collects additions and removals of a few items per list. */
function createDraft<Item>(lists: VersionedMap<string, readonly Item[]>): Draft<Item> {
  const drafts = new Map<string, { added: Item[]; removed: Set<Item> }>()
  function getDraft(key: string) {
    const draft = drafts.get(key) ?? { added: [], removed: new Set() }
    drafts.set(key, draft)
    return draft
  }
  return {
    add: (key, item) => void getDraft(key).added.push(item),
    remove: (key, item) => void getDraft(key).removed.add(item),
    changes: () =>
      new Map(
        Array.from(drafts, ([key, { added, removed }]) => {
          const before = lists.get(key) ?? NONE
          const kept = removed.size > 0 ? before.filter((item) => !removed.has(item)) : before
          const list = [...kept, ...added]
          return [key, list.length > 0 ? list : undefined] as const
        }),
      ),
  }
}

/** Sorts the pools, because float sums depend on the order and must be reproducible. */
function sorted(
  changes: Map<string, readonly Pool[] | undefined>,
): ReadonlyMap<string, readonly Pool[] | undefined> {
  for (const [key, pools] of changes) {
    if (pools)
      changes.set(
        key,
        pools.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
      )
  }
  return changes
}

function count(modules: Map<string, ModuleCount>, { module, isHealthy }: Pool, by: 1 | -1): void {
  const { pools, healthy } = modules.get(module) ?? { pools: 0, healthy: 0 }
  const next = { pools: pools + by, healthy: healthy + (isHealthy ? by : 0) }
  if (next.pools === 0) modules.delete(module)
  else modules.set(module, next)
}

/** Checks whether the contract can change without a log of its own. */
function mayChange(contract: Pool | undefined): boolean {
  return contract?.isOutdated === true || (contract?.watched?.length ?? 0) > 0
}

function getTokens(contract: Pool | undefined): ReadonlySet<string> {
  return new Set(getPools(contract).flatMap(({ tokens }) => tokens))
}

function getKey({ tokens }: Pool): string {
  return pairKey(tokens[0], tokens[1])
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}
