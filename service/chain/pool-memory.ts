import { getConnectors } from '../config/get-connectors.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { BlockReader, FollowedModule } from '../modules/core/module.ts'
import { getTokens, type Pool, type PoolIdentity } from '../modules/core/pool.ts'
import type { Advanced } from './advance.ts'
import type { Discovery } from './discovery.ts'
import type { DiscoveryWatch } from './discovery-progress.ts'
import { createKnownPools, type KnownPool } from './known-pools.ts'
import type { PoolIndex } from './pool-index.ts'
import type { PoolLedger } from './pool-ledger.ts'
import {
  getHubs,
  getPoolLimits,
  isAlwaysLoaded,
  isBetweenHubs,
  measureWorth,
  selectPools,
} from './select-pools.ts'

/**
 * Decides which pools of a large chain are in memory: those between hubs, those of some worth, and for a while those that
 * were traded in or asked for. On a chain with few pools it does nothing.
 */
export interface PoolMemory {
  /**
   * Measures the pools of which no worth is known, a part at a time, each at the newest block, and stores what it found: there may be
   * more than can be read while nodes keep the state of one block. Returns whether any were measured.
   */
  measure(discovery: Discovery, readNewest: () => Promise<BlockReader>): Promise<boolean>
  /** Loads what to start with, the most valuable pools first. Once `isOver`, the others are left to `rank`. Default: never. */
  load(discovery: Discovery, read: BlockReader, isOver?: () => boolean): Promise<Pool[]>
  /** Notes what the logs of a block are about. Returns the pools to load because of them. */
  touch(seen: Pick<Advanced, 'touched' | 'unknownSubjects'>): KnownPool[]
  /** A pool that was announced: in memory for now. */
  announced(module: FollowedModule, identity: PoolIdentity): void
  /** Pools that a trade could use, and memory lacks. */
  lacking(tokenA: string, tokenB: string, poolIndex: PoolIndex): KnownPool[]
  /**
   * Those were asked for: in memory for now, or found to be unreadable. Returns the addresses to drop where there are too many:
   * those used longest ago.
   */
  loaded(pools: Iterable<KnownPool>, poolIndex: PoolIndex): string[]
  /**
   * Measures some pools again, different ones each time: all of them once an hour. Returns those to load now, and the addresses to
   * drop.
   */
  rank(poolIndex: PoolIndex, read: BlockReader): Promise<{ load: KnownPool[]; drop: string[] }>
  has(address: string): boolean
  /** Pools that exist. Undefined: as many as are in memory. */
  total(): number | undefined
}

export interface PoolMemoryDeps {
  config: ChainServiceConfig
  ledger: Pick<PoolLedger, 'worths' | 'saveWorths'>
  /** Told how many pools are measured and loaded at a start. */
  watch?: Pick<DiscoveryWatch, 'moved'>
  nowMs?: () => number
}

/** Pools measured at a time. */
const SLICE = 2_500
/** From the beginning of a pass over all pools to that of the next. */
const RANK_EVERY_MS = 3_600_000
/** A pass takes no more turns: turns come each 30 s, and each may take as long itself. */
const MAX_RANK_TURNS = 60
/** Pools loaded before it is asked whether time is over. */
const FIRST_LOADED = 500
/** A pool that could not be loaded is not tried again for so long. */
const RETRY_MS = 60_000
/** Of the pools in memory: those of little worth may take it, however many others there are. */
const TEMPORARY_SHARE = 0.1
/** Longer than a question waits. */
const IN_USE_MS = 10_000
/** Below this share of the minimum, a trade in a pool does not load it. */
const DUST = 0.01
/** Relative change of a worth below which it is not stored. */
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
  /** Pools of little worth that are in memory, and when they were used last. */
  const temporary = new Map<string, number>()
  /** When pools could not be loaded. */
  const failed = new Map<string, number>()
  /** What is left of the pass that has begun. */
  let pass: { pools: Iterator<KnownPool>; slice: number } | undefined
  let rankAt = 0
  /** What there was no time to load. */
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

  /** Those of little worth used longest ago, as far as there are too many. What was used just now stays: a question may wait for it. */
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
      // The ledger tells a worth once.
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
      // How many others there will be is not known yet.
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
      // Each part as many as all before it: it takes about as long as they took.
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
        // A pool of worth stays, where there is room.
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

/** `onRead`: told after each source of how many pools it was asked so far. */
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

/** Asks for the tokens that no store keeps. */
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
