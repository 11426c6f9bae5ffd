import type { FollowedModule } from '../../modules/core/module.ts'
import { getTokens, type PoolIdentity } from '../../modules/core/pool.ts'

/** A pool that exists, whether or not its state is in memory. */
export interface KnownPool {
  module: FollowedModule
  identity: PoolIdentity
  /**
   * Twice its balance of a hub token, in whole reference tokens. Undefined if not measured or
   * without a hub token.
   */
  worth: number | undefined
}

/**
 * The index of every pool on a chain that is too large to load whole. Uses a few hundred bytes per
 * pool. Empty if all pools are loaded. Addresses and tokens are in lower case.
 */
export interface KnownPools {
  readonly size: number
  get(address: string): KnownPool | undefined
  all(): Iterable<KnownPool>
  set(pools: Iterable<KnownPool>): void
  add(pool: KnownPool): void
  /** Invalidates the cached rankings after worths have changed. */
  reranked(): void
  /**
   * Returns the pools that a trade between two tokens can use: the largest between them, the
   * largest of each token with a hub, and some of each token with a connector. Excludes pools
   * between hubs, which are always loaded.
   */
  between(tokenA: string, tokenB: string): readonly KnownPool[]
}

/** Limit per token. */
const MAX_POOLS = 32
/** Limit per token with connectors. These pools have no worth to rank them by. */
const MAX_CONNECTED = 8
/** Limit per connector with hubs. A connector without a hub pool leads nowhere. */
const MAX_OF_CONNECTOR = 4
const NONE: readonly never[] = []

/** `connectors` are tokens that lead from other tokens to hubs. */
export function createKnownPools(
  hubs: ReadonlySet<string>,
  connectors: ReadonlySet<string> = new Set(),
): KnownPools {
  let pools = new Map<string, KnownPool>()
  /** Pools by each of their tokens that is not a hub: a single pool or several. */
  let holding = new Map<string, KnownPool | KnownPool[]>()

  /** Cached largest hub pools of queried tokens. */
  const largest = new Map<string, readonly KnownPool[]>()
  /** Cached connector pools of queried tokens. */
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

  /** Returns the worth of a token's largest hub pool. */
  function getWorth(token: string): number {
    return getLargest(token).reduce((most, { worth = 0 }) => Math.max(most, worth), 0)
  }

  /**
   * Returns the pools of a token with connectors, ranked by the connectors' largest hub pools, and
   * these hub pools.
   */
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

/** Sorts the most valuable first. */
export function byWorth(a: KnownPool, b: KnownPool): number {
  return (b.worth ?? 0) - (a.worth ?? 0)
}
