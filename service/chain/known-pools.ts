import type { FollowedModule } from '../modules/core/module.ts'
import { getTokens, type PoolIdentity } from '../modules/core/pool.ts'

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
  /** The worths of pools have changed: which are the largest of a token is found anew. */
  reranked(): void
  /**
   * The pools that a trade between two tokens can use: the largest between them, and of each with a hub, and some of each with a
   * connector. Not those between hubs, which are always loaded.
   */
  between(tokenA: string, tokenB: string): readonly KnownPool[]
}

/** Of one token. */
const MAX_POOLS = 32
/** Of one token with connectors: no worth tells which of these are large. */
const MAX_CONNECTED = 8
/** Of each of these connectors with hubs: without one it leads nowhere. */
const MAX_OF_CONNECTOR = 4
const NONE: readonly never[] = []

/** `connectors`: tokens that lead from others to hubs. */
export function createKnownPools(
  hubs: ReadonlySet<string>,
  connectors: ReadonlySet<string> = new Set(),
): KnownPools {
  let pools = new Map<string, KnownPool>()
  /** By the tokens that are no hub: one pool, or several. */
  let holding = new Map<string, KnownPool | KnownPool[]>()

  /** Of tokens that were asked for: the largest pools with a hub. */
  const largest = new Map<string, readonly KnownPool[]>()
  /** Of tokens that were asked for: some pools with a connector. */
  const connected = new Map<string, readonly KnownPool[]>()

  function reranked(): void {
    largest.clear()
    connected.clear()
  }

  function add(pool: KnownPool): void {
    if (pools.has(pool.identity.address)) return
    pools.set(pool.identity.address, pool)
    for (const token of getTokens(pool.identity)) {
      if (hubs.has(token)) continue
      largest.delete(token)
      connected.delete(token)
      const others = holding.get(token)
      if (Array.isArray(others)) others.push(pool)
      else holding.set(token, others ? [others, pool] : pool)
    }
  }

  function hasOtherHub({ identity }: KnownPool, token: string): boolean {
    return getTokens(identity).some((other) => other !== token && hubs.has(other))
  }

  function getHolding(token: string): readonly KnownPool[] {
    const found = holding.get(token)
    return found === undefined ? NONE : Array.isArray(found) ? found : [found]
  }

  function getLargest(token: string): readonly KnownPool[] {
    const before = largest.get(token)
    if (before) return before
    const found = getHolding(token).filter((pool) => hasOtherHub(pool, token))
    const most = found.length > MAX_POOLS ? found.toSorted(byWorth).slice(0, MAX_POOLS) : found
    if (most.length > 0) largest.set(token, most)
    return most
  }

  /** What the largest pool of a token holds of a hub. */
  function getWorth(token: string): number {
    return getLargest(token).reduce((most, { worth = 0 }) => Math.max(most, worth), 0)
  }

  /** The pools of a token with connectors that have the largest pools with hubs, and these. */
  function getConnected(token: string): readonly KnownPool[] {
    const before = connected.get(token)
    if (before || connectors.size === 0) return before ?? NONE
    const found = getHolding(token)
      .flatMap((pool) => {
        const others = getTokens(pool.identity).filter((other) => other !== token && connectors.has(other))
        return others.length > 0 ? [{ pool, others, worth: Math.max(...others.map(getWorth)) }] : []
      })
      .sort((a, b) => b.worth - a.worth)
      .slice(0, MAX_CONNECTED)
      .flatMap(({ pool, others }) => [
        pool,
        ...others.flatMap((other) => getLargest(other).toSorted(byWorth).slice(0, MAX_OF_CONNECTOR)),
      ])
    if (found.length > 0) connected.set(token, found)
    return found
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
      reranked()
      for (const pool of next) add(pool)
    },
    add,
    reranked,

    between(a, b) {
      const [ofA, ofB] = [getHolding(a), getHolding(b)]
      const direct =
        ofA.length <= ofB.length ? ofA.filter((pool) => holds(pool, b)) : ofB.filter((pool) => holds(pool, a))
      return [
        ...new Set([
          ...direct.toSorted(byWorth).slice(0, MAX_POOLS),
          ...[a, b].flatMap((token) => [...getLargest(token), ...getConnected(token)]),
        ]),
      ]
    },
  }
}

function holds({ identity }: KnownPool, token: string): boolean {
  return getTokens(identity).some((one) => one === token)
}

/** The most valuable first. */
export function byWorth(a: KnownPool, b: KnownPool): number {
  return (b.worth ?? 0) - (a.worth ?? 0)
}
