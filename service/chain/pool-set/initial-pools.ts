import type { BlockReader } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import type { DiscoveryWatch } from '../discovery/discovery-progress.ts'
import type { KnownPool, KnownPools } from './known-pools.ts'
import { completeTokens, loadPools } from './load-pools.ts'
import type { PoolWorths } from './pool-worths.ts'
import { isAlwaysLoaded, isBetweenHubs, type PoolLimits, selectPools } from './select-pools.ts'

export interface InitialPoolsDeps {
  hubs: ReadonlySet<string>
  limits: PoolLimits
  known: KnownPools
  worths: PoolWorths
  watch?: Pick<DiscoveryWatch, 'moved'> | undefined
}

/** Pools measured per batch. */
export const MEASURED_PER_BATCH = 2_500
/** Pools loaded before the first check of the time limit. */
const FIRST_LOADED = 500

/** Measures pools without a known worth in batches, and returns whether any were measured. */
export async function measureInitialPools(
  all: readonly KnownPool[],
  readNewest: () => Promise<BlockReader>,
  { hubs, known, worths, watch }: InitialPoolsDeps,
): Promise<boolean> {
  known.set(all)
  const count = all.filter(worths.isUnmeasured).length
  if (count === 0) return false
  watch?.moved(0, count, 'measuring')
  const read = await readNewest()
  await completeTokens(all, read)
  known.set(all)
  const unmeasured = all.filter(worths.isUnmeasured)
  const betweenHubs = all.filter((pool) => isBetweenHubs(pool, hubs))
  const loaded = await loadPools(betweenHubs, read)
  for (let start = 0; start < unmeasured.length; start += MEASURED_PER_BATCH) {
    const slice = unmeasured.slice(start, start + MEASURED_PER_BATCH)
    await worths.measure(slice, { read: await readNewest(), loaded })
    await worths.store(slice)
    watch?.moved(start + slice.length, unmeasured.length, 'measuring')
  }
  return unmeasured.some(({ worth }) => worth !== undefined)
}

/**
 * Loads the pools between hubs and then the most valuable of the others. `postponed` are the pools
 * left over when `isOver` returned true.
 */
export async function loadInitialPools(
  all: readonly KnownPool[],
  { read, isOver }: { read: BlockReader; isOver: () => boolean },
  { hubs, limits, known, worths, watch }: InitialPoolsDeps,
): Promise<{ loaded: Pool[]; postponed: KnownPool[] }> {
  await completeTokens(all, read)
  known.set(all)
  const betweenHubs = all.filter((pool) => isBetweenHubs(pool, hubs))
  // The total is not known yet.
  watch?.moved(0, betweenHubs.length, 'loading')
  const loaded = await loadPools(betweenHubs, read)
  const unmeasured = all.filter(worths.isUnmeasured)
  await worths.measure(unmeasured, { read, loaded })
  await worths.store(unmeasured)
  const ofNoWorth = all.filter((pool) => isAlwaysLoaded(pool, hubs) && !isBetweenHubs(pool, hubs))
  const others = all.filter((pool) => !isAlwaysLoaded(pool, hubs))
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
  return { loaded, postponed: selected.slice(count) }
}
