import type { FollowedPool } from '../../modules/core/module.ts'
import type { KnownPool } from './known-pools.ts'

/** Known pools that wait to be loaded, a few per turn. Pools of pending requests come first. */
export interface LoadQueue {
  /**
   * Adds the pools that a request needs, and may be called again. Returns false without adding any
   * if too many wait already. The default request never leaves.
   */
  request(pools: readonly KnownPool[], waiter?: object): boolean
  /** Ends a request. Pools that no other request needs leave the queue. */
  leave(waiter: object): void
  /** Adds pools that no request waits for. */
  add(pools: Iterable<KnownPool>): void
  /** Returns the groups to load in this turn. Pools stay in the queue until `done`. */
  take(): readonly (readonly KnownPool[])[]
  done(group: readonly KnownPool[]): void
  isEmpty(): boolean
  /**
   * Reports a group that could not be read although the node responds. Its halves are retried later
   * as separate groups. Returns the pools that failed several times alone and are dropped.
   */
  failed(group: readonly KnownPool[]): readonly KnownPool[]
}

/** Limit per turn. A request needs at most 96. */
const MAX_POOLS = 128
/** Approximate calls per turn, a few seconds of work. One pool is always taken. */
const MAX_CALLS = 16_000
/** Limit of pools that requests wait for. */
const MAX_REQUESTED = 2_000
/** Attempts for a pool on its own. */
const MAX_FAILURES = 3
/** The number of ticks over all prices, and per word of a tick bitmap. */
const ALL_TICKS = 2 * 887_272
const TICKS_OF_WORD = 256

interface Trouble {
  /** Maximum number of pools in a group. */
  size: number
  failures: number
}

export function createLoadQueue(): LoadQueue {
  const requested = new Map<string, KnownPool>()
  /** Addresses of the pools that each request needs. */
  const neededBy = new Map<object, Set<string>>()
  const others = new Map<string, KnownPool>()
  const troubles = new Map<string, Trouble>()

  function remove({ identity: { address } }: KnownPool): void {
    for (const needed of neededBy.values()) needed.delete(address)
    requested.delete(address)
    others.delete(address)
    troubles.delete(address)
  }

  /**
   * Sorts pools by the number of calls after which their request is complete, so that small
   * requests do not wait for large ones.
   */
  function sortRequested(): KnownPool[] {
    const callsTo = new Map<string, number>()
    for (const needed of neededBy.values()) {
      let calls = 0
      for (const address of needed) {
        const pool = requested.get(address)
        if (pool) calls += countCalls(pool)
        callsTo.set(address, Math.min(calls, callsTo.get(address) ?? calls))
      }
    }
    const getCalls = ({ identity: { address } }: KnownPool) => callsTo.get(address) ?? 0
    return [...requested.values()].toSorted((a, b) => getCalls(a) - getCalls(b))
  }

  function select(): KnownPool[] {
    const selected: KnownPool[] = []
    let calls = 0
    for (const pools of [sortRequested(), others.values()]) {
      for (const pool of pools) {
        calls += countCalls(pool)
        if (selected.length === MAX_POOLS || (calls > MAX_CALLS && selected.length > 0)) return selected
        selected.push(pool)
      }
    }
    return selected
  }

  return {
    request(pools, waiter = pools) {
      const fresh = pools.filter(({ identity: { address } }) => !requested.has(address))
      if (requested.size + fresh.length > MAX_REQUESTED) return false
      for (const pool of fresh) {
        others.delete(pool.identity.address)
        requested.set(pool.identity.address, pool)
      }
      neededBy.set(waiter, new Set(pools.map(({ identity: { address } }) => address)))
      return true
    },

    leave(waiter) {
      const needed = neededBy.get(waiter) ?? []
      neededBy.delete(waiter)
      const others = [...neededBy.values()]
      for (const address of needed) {
        if (!others.some((other) => other.has(address))) requested.delete(address)
      }
    },

    add(pools) {
      for (const pool of pools) {
        if (!requested.has(pool.identity.address)) others.set(pool.identity.address, pool)
      }
    },

    take() {
      const groups = new Map<string, KnownPool[]>()
      const full: KnownPool[][] = []
      for (const pool of select()) {
        const size = troubles.get(pool.identity.address)?.size ?? MAX_POOLS
        const key = `${pool.module.id} ${size}`
        const group = [...(groups.get(key) ?? []), pool]
        if (group.length < size) groups.set(key, group)
        else {
          full.push(group)
          groups.delete(key)
        }
      }
      // Groups that never failed come first.
      return [...full, ...groups.values()].toSorted((a, b) => countFailures(a) - countFailures(b))
    },

    done(group) {
      for (const pool of group) remove(pool)
    },

    isEmpty: () => requested.size + others.size === 0,

    failed(group) {
      return group.filter((pool) => {
        const { address } = pool.identity
        const before = troubles.get(address)?.failures ?? 0
        const failures = group.length === 1 ? before + 1 : before
        // Pools of a request that ended are in neither queue.
        const queue = [requested, others].find((pools) => pools.has(address))
        const needing = [...neededBy.values()].filter((needed) => needed.has(address))
        remove(pool)
        if (failures >= MAX_FAILURES) return true
        queue?.set(address, pool)
        for (const needed of needing) needed.add(address)
        troubles.set(address, { size: Math.ceil(group.length / 2), failures })
        return false
      })
    },
  }

  function countFailures(group: readonly KnownPool[]): number {
    return group.some(({ identity: { address } }) => troubles.has(address)) ? 1 : 0
  }
}

/** Estimates the number of calls that reading a pool takes. */
export function countCalls({ module, identity: { tickSpacing } }: FollowedPool): number {
  const { wordsPerCall = 1, callsPerPool = 2 } = module
  const words = tickSpacing > 0 ? ALL_TICKS / tickSpacing / TICKS_OF_WORD : 0
  return callsPerPool + Math.ceil(words / wordsPerCall)
}
