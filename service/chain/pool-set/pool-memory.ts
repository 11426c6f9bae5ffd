import { getConnectors } from '../../config/get-connectors.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import type { Pool, PoolIdentity } from '../../modules/core/pool.ts'
import type { Discovery } from '../discovery/discovery.ts'
import type { DiscoveryWatch } from '../discovery/discovery-progress.ts'
import type { PoolLedger } from '../discovery/pool-ledger.ts'
import type { Advanced } from '../snapshot/advance.ts'
import type { PoolIndex } from '../snapshot/pool-index.ts'
import { loadInitialPools, MEASURED_PER_BATCH, measureInitialPools } from './initial-pools.ts'
import { createKnownPools, type KnownPool } from './known-pools.ts'
import { loadPools } from './load-pools.ts'
import { createPoolWorths } from './pool-worths.ts'
import { createRankingPass } from './ranking-pass.ts'
import { getHubs, getPoolLimits } from './select-pools.ts'
import { createTemporaryPools } from './temporary-pools.ts'

/**
 * Decides which pools of a large chain are in memory: pools between hubs, pools above a minimum
 * worth, and for a while pools that were traded or queried. Has no effect on a chain with few
 * pools.
 */
export interface PoolMemory {
  /**
   * Measures the pools without a known worth in batches, each at the newest block, and stores the
   * results. There may be more pools than can be read while nodes keep the state of one block.
   * Returns whether any were measured.
   */
  measure(discovery: Discovery, readNewest: () => Promise<BlockReader>): Promise<boolean>
  /**
   * Loads the initial pools, most valuable first. Leaves the remaining pools to `rank` once
   * `isOver` returns true. Default: never.
   */
  load(discovery: Discovery, read: BlockReader, isOver?: () => boolean): Promise<Pool[]>
  /**
   * Records the pools touched by the logs of a block. Returns the pools to load because of them.
   */
  touch(seen: Pick<Advanced, 'touched' | 'unknownSubjects'>): KnownPool[]
  /** Adds an announced pool and keeps it in memory for a while. */
  announced(module: FollowedModule, identity: PoolIdentity): void
  /** Returns the pools that a trade could use and memory lacks. */
  lacking(tokenA: string, tokenB: string, poolIndex: PoolIndex): KnownPool[]
  /**
   * Records that queried pools were loaded, or found unreadable. Returns the addresses to evict if
   * there are too many, least recently used first.
   */
  loaded(pools: Iterable<KnownPool>, poolIndex: PoolIndex): string[]
  /**
   * Measures the next batch of pools, so that all pools are measured once an hour. Returns the
   * pools to load and the addresses to drop.
   */
  rank(poolIndex: PoolIndex, read: BlockReader): Promise<{ load: KnownPool[]; drop: string[] }>
  has(address: string): boolean
  /** Number of existing pools. Undefined if all of them are in memory. */
  total(): number | undefined
}

export interface PoolMemoryDeps {
  config: ChainServiceConfig
  ledger: Pick<PoolLedger, 'worths' | 'saveWorths'>
  /** Receives the progress of measuring and loading at a start. */
  watch?: Pick<DiscoveryWatch, 'moved'>
  nowMs?: () => number
}

/** Delay before a pool that could not be loaded is retried. */
const RETRY_MS = 60_000
/** A trade in a pool below this share of the minimum worth does not load it. */
const DUST = 0.01
/** A smaller relative change of the worth is not stored. */
const DRIFT = 0.25

export function createPoolMemory({
  config,
  ledger,
  watch,
  nowMs = () => performance.now(),
}: PoolMemoryDeps): PoolMemory {
  const hubs = getHubs(config)
  const limits = getPoolLimits(config)
  const known = createKnownPools(hubs, getConnectors(config))
  const worths = createPoolWorths({ config, ledger, hubs, known })
  const temporary = createTemporaryPools({ limits, hubs })
  const pass = createRankingPass({
    ...{ known, nowMs },
    isMeasurable: worths.isMeasurable,
    minSlice: MEASURED_PER_BATCH,
  })
  const initialDeps = { hubs, limits, known, worths, watch }
  /** When pools could not be loaded. */
  const failed = new Map<string, number>()
  /** Pools left over when the time was up. */
  let postponed: KnownPool[] = []

  /** Measures a slice of pools again, and stores the worths that changed. */
  async function remeasure(slice: readonly KnownPool[], poolIndex: PoolIndex, read: BlockReader) {
    const before = slice.map(({ worth }) => worth)
    await worths.measure(slice, { read, loaded: getBetweenHubs(poolIndex, hubs) })
    const hasChanged = ({ worth = 0 }: KnownPool, i: number) =>
      Math.abs(worth - (before[i] ?? 0)) > DRIFT * (before[i] ?? 0)
    await worths.store(slice.filter(hasChanged))
  }

  return {
    async measure(discovery, readNewest) {
      const all = worths.list(discovery)
      return all.length > limits.loadAllUpTo && measureInitialPools(all, readNewest, initialDeps)
    },

    async load(discovery, read, isOver = () => false) {
      const all = worths.list(discovery)
      temporary.clear()
      postponed = []
      pass.reset()
      if (all.length <= limits.loadAllUpTo) {
        known.set([])
        watch?.moved(0, all.length, 'loading')
        return loadPools(all, read, (count) => watch?.moved(count, all.length, 'loading'))
      }
      const initial = await loadInitialPools(all, { read, isOver }, initialDeps)
      postponed = initial.postponed
      return initial.loaded
    },

    touch({ touched, unknownSubjects }) {
      if (known.size === 0) return []
      const now = nowMs()
      for (const address of touched) temporary.used(address, now)
      return [...unknownSubjects].flatMap((address) => {
        const pool = known.get(address)
        const isDust = pool?.worth !== undefined && pool.worth < limits.minValue * DUST
        if (!pool || isDust) return []
        temporary.keep(pool, now)
        return [pool]
      })
    },

    announced(module, identity) {
      if (known.size === 0) return
      const pool = { module, identity, worth: undefined }
      known.add(pool)
      temporary.keep(pool, nowMs())
    },

    lacking(a, b, poolIndex) {
      if (known.size === 0) return []
      const now = nowMs()
      return known.between(a, b).filter(({ identity: { address } }) => {
        temporary.used(address, now)
        return !poolIndex.contract(address) && now - (failed.get(address) ?? -RETRY_MS) >= RETRY_MS
      })
    },

    loaded(pools, poolIndex) {
      for (const pool of pools) {
        const { address } = pool.identity
        if (!poolIndex.contract(address)) failed.set(address, nowMs())
        // A pool above the minimum worth stays if there is room.
        else if ((pool.worth ?? 0) < limits.minValue || poolIndex.size > limits.maxPools)
          temporary.keep(pool, nowMs())
      }
      return temporary.evict(poolIndex, nowMs())
    },

    async rank(poolIndex, read) {
      if (known.size === 0) return { load: [], drop: [] }
      const now = nowMs()
      for (const [address, at] of failed) if (now - at > RETRY_MS) failed.delete(address)
      const drop = temporary.takeExpired(now)
      const load = postponed.filter(({ identity: { address } }) => !poolIndex.contract(address))
      postponed = []
      const slice = pass.next(now)
      if (!slice) return { load, drop }
      await remeasure(slice, poolIndex, read)
      for (const pool of slice) {
        const { address } = pool.identity
        const isAboveMinimum = (pool.worth ?? 0) >= limits.minValue
        const isInMemory = poolIndex.contract(address) !== undefined
        if (isAboveMinimum) temporary.delete(address)
        if (isAboveMinimum && !isInMemory && poolIndex.size + load.length < limits.maxPools) load.push(pool)
        if (!isAboveMinimum && isInMemory && !temporary.has(address)) temporary.keep(pool, now)
      }
      return { load, drop }
    },

    has: (address) => known.get(address) !== undefined,
    total: () => (known.size > 0 ? known.size : undefined),
  }
}

function getBetweenHubs(poolIndex: PoolIndex, hubs: ReadonlySet<string>): Pool[] {
  const list = [...hubs]
  return list.flatMap((a, i) => list.slice(i + 1).flatMap((b) => poolIndex.between(a, b)))
}
