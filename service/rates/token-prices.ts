import { type Address, NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { ChainSnapshot, FollowedChain, PoolView } from '../chain/types.ts'
import { combineEstimates, type Estimate } from './combine-estimates.ts'

/** Prices of one chain's tokens at one block, in whole units of its reference stable. */
export interface TokenPrices {
  /** Undefined when unknown. */
  price(token: Address): number | undefined
  /** What the chain's pools hold of the token, in the reference stable; undefined when its price is unknown. */
  depth(token: Address): number | undefined
}

/** Least of a trusted token a pool must hold to be heard, in the reference stable. */
const MIN_DEPTH = 1_000

/**
 * Prices spread from the reference stable to the base tokens, and from these to every token that shares a
 * pool with one of them: no token a stranger can create ever stands between.
 */
export function computeTokenPrices(chain: FollowedChain, snapshot: ChainSnapshot): TokenPrices {
  const pools = poolsByToken(snapshot.pools())
  const anchors = new Map<string, number>([[lower(chain.config.referenceStable), 1]])
  const bases = chain.config.baseTokens.map(lower)

  let waiting = bases.filter((token) => !anchors.has(token))
  while (waiting.length > 0) {
    const found = waiting.flatMap((token) => {
      const price = priceThrough(token, anchors)
      return price === undefined ? [] : [[token, price] as const]
    })
    if (found.length === 0) break
    for (const [token, price] of found) anchors.set(token, price)
    waiting = waiting.filter((token) => !anchors.has(token))
  }

  const others = new Map<string, number | undefined>()
  function price(token: Address): number | undefined {
    const id = identify(token)
    const known = anchors.get(id)
    if (known !== undefined) return known
    if (!others.has(id)) others.set(id, priceThrough(id, anchors))
    return others.get(id)
  }

  function priceThrough(token: string, trusted: ReadonlyMap<string, number>): number | undefined {
    const estimates = (pools.get(token) ?? []).flatMap((pool): Estimate[] => {
      const side = lower(pool.tokens[0]) === token ? 0 : 1
      const anchor = pool.tokens[1 - side] as Address
      const anchorPrice = trusted.get(lower(anchor))
      const own = wholeUnits(pool, side)
      const other = wholeUnits(pool, side === 0 ? 1 : 0)
      if (anchorPrice === undefined || !own || !other) return []
      const weight = other * anchorPrice
      return weight < MIN_DEPTH ? [] : [{ price: weight / own, weight }]
    })
    return combineEstimates(estimates)
  }

  function wholeUnits(pool: PoolView, side: 0 | 1): number | undefined {
    const decimals = chain.token(pool.tokens[side])?.decimals
    return decimals === undefined ? undefined : Number(pool.depth[side]) / 10 ** decimals
  }

  /** The native token and its wrapper are one. */
  function identify(token: Address): string {
    const id = lower(token)
    return id === lower(NATIVE_TOKEN) ? lower(chain.config.weth) : id
  }

  return {
    price,
    depth(token) {
      const id = identify(token)
      const unit = price(token)
      if (unit === undefined) return undefined
      return (pools.get(id) ?? []).reduce((sum, pool) => {
        const side = lower(pool.tokens[0]) === id ? 0 : 1
        return sum + (wholeUnits(pool, side) ?? 0) * unit
      }, 0)
    },
  }
}

function poolsByToken(pools: readonly PoolView[]): Map<string, PoolView[]> {
  const byToken = new Map<string, PoolView[]>()
  for (const pool of pools) {
    for (const token of pool.tokens.map(lower)) {
      const known = byToken.get(token)
      if (known) known.push(pool)
      else byToken.set(token, [pool])
    }
  }
  return byToken
}

function lower(address: string): string {
  return address.toLowerCase()
}
