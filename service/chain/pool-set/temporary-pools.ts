import type { PoolIndex } from '../snapshot/pool-index.ts'
import type { KnownPool } from './known-pools.ts'
import { isAlwaysLoaded, type PoolLimits } from './select-pools.ts'

/** Pools of little worth that stay in memory for a while after a trade or a request. */
export interface TemporaryPools {
  has(address: string): boolean
  keep(pool: KnownPool, now: number): void
  /** Records a use. Has no effect on other pools. */
  used(address: string, now: number): void
  delete(address: string): void
  clear(): void
  /** Removes and returns the pools that were last used more than `keepMinutes` ago. */
  takeExpired(now: number): string[]
  /**
   * Evicts the least recently used pools if there are too many. Recently used pools stay, because a
   * request may wait for them.
   */
  evict(poolIndex: PoolIndex, now: number): string[]
}

/** Share of memory that these pools may use, however many other pools there are. */
const TEMPORARY_SHARE = 0.1
/** Longer than a request waits. */
const IN_USE_MS = 10_000

export function createTemporaryPools({
  limits,
  hubs,
}: {
  limits: Pick<PoolLimits, 'maxPools' | 'keepMinutes'>
  hubs: ReadonlySet<string>
}): TemporaryPools {
  const usedAt = new Map<string, number>()
  const keepMs = limits.keepMinutes * 60_000

  function take(addresses: string[]): string[] {
    for (const address of addresses) usedAt.delete(address)
    return addresses
  }

  return {
    has: (address) => usedAt.has(address),
    keep(pool, now) {
      if (!isAlwaysLoaded(pool, hubs)) usedAt.set(pool.identity.address, now)
    },
    used(address, now) {
      if (usedAt.has(address)) usedAt.set(address, now)
    },
    delete: (address) => void usedAt.delete(address),
    clear: () => usedAt.clear(),
    takeExpired: (now) => take([...usedAt].flatMap(([address, at]) => (now - at > keepMs ? [address] : []))),

    evict(poolIndex, now) {
      const present = [...usedAt].filter(([address]) => poolIndex.contract(address))
      const room = limits.maxPools - (poolIndex.size - present.length)
      const excess = present.length - Math.max(room, Math.ceil(limits.maxPools * TEMPORARY_SHARE))
      if (excess <= 0) return []
      const idle = present.filter(([, at]) => now - at > IN_USE_MS).toSorted(([, a], [, b]) => a - b)
      return take(idle.slice(0, excess).map(([address]) => address))
    },
  }
}
