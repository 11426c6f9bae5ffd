import type { FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'

/** A pool that exists, whether its state is in memory or not. */
export interface KnownPool {
  module: FollowedModule
  identity: PoolIdentity
  /** Twice what it holds of a hub token, in whole reference tokens; undefined: not measured, or without a hub token. */
  worth: number | undefined
}

/**
 * Every pool of a chain too large to load whole: a few hundred bytes each. Empty where all pools are loaded. Addresses and
 * tokens in lower case.
 */
export interface KnownPools {
  readonly size: number
  get(address: string): KnownPool | undefined
  all(): Iterable<KnownPool>
  set(pools: Iterable<KnownPool>): void
  add(pool: KnownPool): void
  /**
   * The pools that a trade between two tokens can use: those between them, and the largest of each with a hub. Not those
   * between hubs, which are always loaded.
   */
  between(tokenA: string, tokenB: string): readonly KnownPool[]
}

/** Of one token. */
const MAX_POOLS = 32
const NONE: readonly never[] = []

export function createKnownPools(hubs: ReadonlySet<string>): KnownPools {
  let pools = new Map<string, KnownPool>()
  /** By the tokens that are no hub: one pool, or several. */
  let holding = new Map<string, KnownPool | KnownPool[]>()

  function add(pool: KnownPool): void {
    if (pools.has(pool.identity.address)) return
    pools.set(pool.identity.address, pool)
    for (const token of pool.identity.tokens) {
      if (hubs.has(token)) continue
      const others = holding.get(token)
      if (Array.isArray(others)) others.push(pool)
      else holding.set(token, others ? [others, pool] : pool)
    }
  }

  function getHolding(token: string): readonly KnownPool[] {
    const found = holding.get(token)
    return found === undefined ? NONE : Array.isArray(found) ? found : [found]
  }

  return {
    get size() {
      return pools.size
    },
    get: (address) => pools.get(address),
    all: () => pools.values(),
    set(next) {
      pools = new Map()
      holding = new Map()
      for (const pool of next) add(pool)
    },
    add,

    between(a, b) {
      const direct = hubs.has(b) ? NONE : getHolding(a).filter((pool) => getOther(pool, a) === b)
      const viaHubs = [a, b].flatMap((token) => {
        const found = getHolding(token).filter((pool) => hubs.has(getOther(pool, token)))
        return found.length > MAX_POOLS ? found.toSorted(byWorth).slice(0, MAX_POOLS) : found
      })
      return [...new Set([...direct.slice(0, MAX_POOLS), ...viaHubs])]
    },
  }
}

function getOther({ identity: { tokens } }: KnownPool, token: string): string {
  return tokens[0] === token ? tokens[1] : tokens[0]
}

/** The most valuable first. */
export function byWorth(a: KnownPool, b: KnownPool): number {
  return (b.worth ?? 0) - (a.worth ?? 0)
}
