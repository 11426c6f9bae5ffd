import { getConnectors } from '../../config/get-connectors.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import { getTokens, type Pool, type PoolIdentity } from '../../modules/core/pool.ts'
import type { Discovery } from '../discovery/discovery.ts'
import type { DiscoveryWatch } from '../discovery/discovery-progress.ts'
import type { PoolLedger } from '../discovery/pool-ledger.ts'
import type { Advanced } from '../snapshot/advance.ts'
import type { PoolIndex } from '../snapshot/pool-index.ts'
import { createKnownPools, type KnownPool } from './known-pools.ts'
import {
  getHubs,
  getPoolLimits,
  isAlwaysLoaded,
  isBetweenHubs,
  measureWorth,
  selectPools,
} from './select-pools.ts'

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

/** Pools measured per batch. */
const SLICE = 2_500
/** Time from the start of one pass over all pools to the start of the next. */
const RANK_EVERY_MS = 3_600_000
/** Limits the turns of a pass. Turns come every 30 s, and each may take as long itself. */
const MAX_RANK_TURNS = 60
/** Pools loaded before the first check of the time limit. */
const FIRST_LOADED = 500
/** Delay before a pool that could not be loaded is retried. */
const RETRY_MS = 60_000
/** Share of memory that pools of little worth may use, however many other pools there are. */
const TEMPORARY_SHARE = 0.1
/** Longer than a request waits. */
const IN_USE_MS = 10_000
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
  const keepMs = limits.keepMinutes * 60_000
  const known = createKnownPools(hubs, getConnectors(config))
  /** Pools of little worth in memory, and when they were last used. */
  const temporary = new Map<string, number>()
  /** When pools could not be loaded. */
  const failed = new Map<string, number>()
  /** The rest of the current pass. */
  let pass: { pools: Iterator<KnownPool>; slice: number } | undefined
  let rankAt = 0
  /** Pools left over when the time was up. */
  let postponed: KnownPool[] = []

  function listKnown({ found }: Discovery): KnownPool[] {
    return [...found].flatMap(([module, identities]) => {
      const worths = ledger.worths(module)
      return identities.map((identity): KnownPool => {
        const { address } = identity
        return { module, identity, worth: worths.get(address) ?? known.get(address)?.worth }
      })
    })
  }

  const listBetweenHubs = (pools: readonly KnownPool[]) => pools.filter((pool) => isBetweenHubs(pool, hubs))

  function canBeMeasured(pool: KnownPool): boolean {
    return pool.worth === undefined && !isAlwaysLoaded(pool, hubs) && hasHub(pool, hubs)
  }

  async function store(pools: Iterable<KnownPool>): Promise<void> {
    const bySource = groupByModule(pools)
    for (const [module, ranked] of bySource) {
      await ledger.saveWorths(
        module,
        ranked.flatMap(({ identity: { address }, worth }) =>
          worth === undefined ? [] : [{ address, worth }],
        ),
      )
    }
  }

  function keepForNow(pool: KnownPool, now: number): void {
    if (!isAlwaysLoaded(pool, hubs)) temporary.set(pool.identity.address, now)
  }

  /**
   * Evicts the least recently used pools of little worth if there are too many. Recently used pools
   * stay, because a request may wait for them.
   */
  function evict(poolIndex: PoolIndex): string[] {
    const present = [...temporary].filter(([address]) => poolIndex.contract(address))
    const room = limits.maxPools - (poolIndex.size - present.length)
    const excess = present.length - Math.max(room, Math.ceil(limits.maxPools * TEMPORARY_SHARE))
    if (excess <= 0) return []
    const now = nowMs()
    const idle = present.filter(([, at]) => now - at > IN_USE_MS).toSorted(([, a], [, b]) => a - b)
    const drop = idle.slice(0, excess).map(([address]) => address)
    for (const address of drop) temporary.delete(address)
    return drop
  }

  return {
    async measure(discovery, readNewest) {
      const all = listKnown(discovery)
      if (all.length <= limits.loadAllUpTo) return false
      // The ledger returns each worth only once.
      known.set(all)
      const count = all.filter(canBeMeasured).length
      if (count === 0) return false
      watch?.moved(0, count, 'measuring')
      const read = await readNewest()
      await completeTokens(all, read)
      known.set(all)
      const unmeasured = all.filter(canBeMeasured)
      const loaded = await loadPools(listBetweenHubs(all), read)
      for (let start = 0; start < unmeasured.length; start += SLICE) {
        const slice = unmeasured.slice(start, start + SLICE)
        await measureWorth(slice, { config, hubs, read: await readNewest(), loaded })
        await store(slice)
        watch?.moved(start + slice.length, unmeasured.length, 'measuring')
      }
      return unmeasured.some(({ worth }) => worth !== undefined)
    },

    async load(discovery, read, isOver = () => false) {
      const all = listKnown(discovery)
      temporary.clear()
      postponed = []
      pass = undefined
      rankAt = nowMs() + RANK_EVERY_MS
      if (all.length <= limits.loadAllUpTo) {
        known.set([])
        watch?.moved(0, all.length, 'loading')
        return loadPools(all, read, (count) => watch?.moved(count, all.length, 'loading'))
      }
      await completeTokens(all, read)
      known.set(all)
      const others = all.filter((pool) => !isAlwaysLoaded(pool, hubs))
      const betweenHubs = listBetweenHubs(all)
      // The total is not known yet.
      watch?.moved(0, betweenHubs.length, 'loading')
      const loaded = await loadPools(betweenHubs, read)
      const unmeasured = others.filter(canBeMeasured)
      await measureWorth(unmeasured, { config, hubs, read, loaded })
      known.reranked()
      await store(unmeasured)
      const ofNoWorth = all.filter((pool) => isAlwaysLoaded(pool, hubs) && !isBetweenHubs(pool, hubs))
      const selected = [...selectPools(others, limits), ...ofNoWorth]
      const total = betweenHubs.length + selected.length
      watch?.moved(betweenHubs.length, total, 'loading')
      // Each part is as large as all parts before it, so it takes about as long as they did.
      let count = 0
      while (count < selected.length && !isOver()) {
        const end = Math.max(FIRST_LOADED, 2 * count)
        const begun = betweenHubs.length + count
        const tell = (done: number) => watch?.moved(begun + done, total, 'loading')
        loaded.push(...(await loadPools(selected.slice(count, end), read, tell)))
        count = end
      }
      postponed = selected.slice(count)
      return loaded
    },

    touch({ touched, unknownSubjects }) {
      if (known.size === 0) return []
      const now = nowMs()
      for (const address of touched) if (temporary.has(address)) temporary.set(address, now)
      return [...unknownSubjects].flatMap((address) => {
        const pool = known.get(address)
        const isDust = pool?.worth !== undefined && pool.worth < limits.minValue * DUST
        if (!pool || isDust) return []
        keepForNow(pool, now)
        return [pool]
      })
    },

    announced(module, identity) {
      if (known.size === 0) return
      const pool = { module, identity, worth: undefined }
      known.add(pool)
      keepForNow(pool, nowMs())
    },

    lacking(a, b, poolIndex) {
      if (known.size === 0) return []
      const now = nowMs()
      return known.between(a, b).filter(({ identity: { address } }) => {
        if (temporary.has(address)) temporary.set(address, now)
        return !poolIndex.contract(address) && now - (failed.get(address) ?? -RETRY_MS) >= RETRY_MS
      })
    },

    loaded(pools, poolIndex) {
      for (const pool of pools) {
        const { address } = pool.identity
        if (!poolIndex.contract(address)) failed.set(address, nowMs())
        // A pool above the minimum worth stays if there is room.
        else if ((pool.worth ?? 0) < limits.minValue || poolIndex.size > limits.maxPools)
          keepForNow(pool, nowMs())
      }
      return evict(poolIndex)
    },

    async rank(poolIndex, read) {
      if (known.size === 0) return { load: [], drop: [] }
      const now = nowMs()
      for (const [address, at] of failed) if (now - at > RETRY_MS) failed.delete(address)
      const drop = [...temporary].flatMap(([address, at]) => (now - at > keepMs ? [address] : []))
      for (const address of drop) temporary.delete(address)
      const load = postponed.filter(({ identity: { address } }) => !poolIndex.contract(address))
      postponed = []
      if (!pass && now < rankAt) return { load, drop }

      if (!pass) {
        pass = {
          pools: known.all()[Symbol.iterator](),
          slice: Math.max(SLICE, Math.ceil(known.size / MAX_RANK_TURNS)),
        }
        rankAt = now + RANK_EVERY_MS
      }
      const slice: KnownPool[] = []
      while (pass && slice.length < pass.slice) {
        const next = pass.pools.next()
        if (next.done) pass = undefined
        else if (!isAlwaysLoaded(next.value, hubs) && hasHub(next.value, hubs)) slice.push(next.value)
      }
      const before = slice.map(({ worth }) => worth)
      await measureWorth(slice, { config, hubs, read, loaded: getBetweenHubs(poolIndex, hubs) })
      known.reranked()
      await store(
        slice.filter(({ worth = 0 }, i) => Math.abs(worth - (before[i] ?? 0)) > DRIFT * (before[i] ?? 0)),
      )
      for (const pool of slice) {
        const { address } = pool.identity
        const isAboveMinimum = (pool.worth ?? 0) >= limits.minValue
        if (isAboveMinimum) temporary.delete(address)
        if (isAboveMinimum && !poolIndex.contract(address) && poolIndex.size + load.length < limits.maxPools)
          load.push(pool)
        if (!isAboveMinimum && poolIndex.contract(address) && !temporary.has(address))
          temporary.set(address, now)
      }
      return { load, drop }
    },

    has: (address) => known.get(address) !== undefined,
    total: () => (known.size > 0 ? known.size : undefined),
  }
}

/** `onRead` receives the number of pools read so far, after each source. */
export async function loadPools(
  pools: readonly KnownPool[],
  read: BlockReader,
  onRead?: (count: number) => void,
): Promise<Pool[]> {
  const loaded: Pool[] = []
  let count = 0
  for (const [module, some] of groupByModule(pools)) {
    const identities = some.map(({ identity }) => identity)
    for (const pool of await module.load(identities, read)) loaded.push(pool)
    count += some.length
    onRead?.(count)
  }
  return loaded
}

function groupByModule(pools: Iterable<KnownPool>): Map<FollowedModule, KnownPool[]> {
  const groups = new Map<FollowedModule, KnownPool[]>()
  for (const pool of pools) {
    const group = groups.get(pool.module)
    if (group) group.push(pool)
    else groups.set(pool.module, [pool])
  }
  return groups
}

function hasHub({ identity }: KnownPool, hubs: ReadonlySet<string>): boolean {
  return getTokens(identity).some((token) => hubs.has(token))
}

/** Reads the tokens that the store does not keep. */
async function completeTokens(pools: readonly KnownPool[], read: BlockReader): Promise<void> {
  for (const [module, some] of groupByModule(pools)) {
    if (!module.readOthers) continue
    const identities = some.map(({ identity }) => identity)
    const told = await module.readOthers(identities, read)
    for (const [i, pool] of some.entries()) {
      const others = told[i] ?? []
      if (others.length > 0) pool.identity = { ...pool.identity, others }
    }
  }
}

function getBetweenHubs(poolIndex: PoolIndex, hubs: ReadonlySet<string>): Pool[] {
  const list = [...hubs]
  return list.flatMap((a, i) => list.slice(i + 1).flatMap((b) => poolIndex.between(a, b)))
}
