import type { Block } from '../../chain/blocks/block.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import type { RoutedSnapshot } from '../../chain/snapshot/routed-snapshot.ts'
import { getWrappers } from '../../config/get-wrappers.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { type Curve, forPurchase, getCurve } from '../../modules/core/curve.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createConnectors } from './connectors.ts'
import type { OuterPools } from './outer-columns.ts'
import { createOuterTracker, type OuterInput } from './outer-pools.ts'
import { createUsdPrices, type UsdPrices } from './usd-prices.ts'

/** One pool in one direction. */
export interface Edge {
  pool: Pool
  zeroForOne: boolean
  /** Undefined if the pool does not trade, or its amounts exceed floating-point numbers. */
  curve: Curve | undefined
  /** The part of the curve that a purchase can use, computed at first use. */
  bought(): Curve | undefined
}

export function createEdge(pool: Pool, zeroForOne: boolean): Edge {
  const curve = getCurve(pool, zeroForOne)
  let bought: Curve | undefined
  return { pool, zeroForOne, curve, bought: () => (bought ??= curve && forPurchase(curve)) }
}

/** The input of a market. */
export interface MarketInput extends Omit<OuterInput, 'intermediates'> {
  config: ChainServiceConfig
  block: Block
  /** Decimals of the reference stablecoin; undefined until they are read. */
  stableDecimals: number | undefined
}

/** The pools of one snapshot, arranged for search, and the USD prices they imply. */
export interface Market extends MarketInput {
  /** Edges that sell one token for another; both in lower case. */
  edges(tokenIn: string, tokenOut: string): readonly Edge[]
  /** Tokens that our routes pass: base tokens and wrappers. */
  intermediates: readonly string[]
  /** Returns further tokens that a route from or to this token may pass. */
  connectors(token: string): readonly string[]
  /** Returns tokens that routes could pass in addition to the intermediate tokens. */
  outer(): OuterPools
  usd: UsdPrices
}

const NONE: readonly never[] = []

export function createMarket(
  chain: RoutedChain,
  snapshot: RoutedSnapshot,
  outerAt?: (input: OuterInput) => OuterPools,
): Market {
  const { config } = chain
  const input = {
    config,
    block: snapshot,
    poolIndex: snapshot.poolIndex,
    tradable: chain.tradableTokens(),
    stableDecimals: chain.token(config.referenceStable)?.decimals,
  }
  return arrangeMarket(input, outerAt)
}

/**
 * Looks up each pool at its first use, so a new block costs nothing. `outerAt` belongs to a chain
 * and updates only what has changed since its last call.
 */
export function arrangeMarket(
  input: MarketInput,
  outerAt: (input: OuterInput) => OuterPools = createOuterTracker(),
): Market {
  const { poolIndex, tradable } = input
  const intermediates = getIntermediateTokens(input)
  const known = new Map<string, Map<string, readonly Edge[]>>()
  const isUsable = ({ isHealthy, tokens }: Pool) => isHealthy && tokens.every((token) => tradable.has(token))
  let outer: OuterPools | undefined

  function poolsBetween(tokenA: string, tokenB: string): readonly Pool[] {
    const pools = poolIndex.between(tokenA, tokenB)
    return pools.length === 0 ? NONE : pools.filter(isUsable)
  }

  const usd = createUsdPrices(input, poolsBetween)
  return {
    ...input,
    edges(tokenIn, tokenOut) {
      const ofInput = known.get(tokenIn) ?? new Map<string, readonly Edge[]>()
      const before = ofInput.get(tokenOut)
      if (before) return before
      const edges = poolsBetween(tokenIn, tokenOut).map((pool) =>
        createEdge(pool, pool.tokens[0] === tokenIn),
      )
      known.set(tokenIn, ofInput.set(tokenOut, edges))
      return edges
    },
    intermediates,
    connectors: createConnectors({ ...input, intermediates, usd, isUsable }),
    outer: () => (outer ??= outerAt({ poolIndex, tradable, intermediates })),
    usd,
  }
}

/**
 * Returns the tokens that routes may pass through, in lower case, each once: the base tokens, and
 * the wrappers that another contract trades, since a wrapper with its conversion alone leads
 * nowhere. Depends on config and pools only, so workers get the same list.
 */
function getIntermediateTokens({ config, poolIndex }: Pick<MarketInput, 'config' | 'poolIndex'>): string[] {
  const bases = config.baseTokens.map((token) => token.toLowerCase())
  const wrappers = getWrappers(config).filter((token) =>
    poolIndex.holding(token).some((contract) => contract !== token),
  )
  return [...new Set([...bases, ...wrappers])]
}

/** Arranges each snapshot once; cached by snapshot. */
export function createMarkets(): (chain: RoutedChain, snapshot: RoutedSnapshot) => Market {
  const markets = new WeakMap<RoutedSnapshot, Market>()
  const trackers = new Map<RoutedChain, ReturnType<typeof createOuterTracker>>()
  return (chain, snapshot) => {
    const before = markets.get(snapshot)
    if (before) return before
    const outerAt = trackers.get(chain) ?? createOuterTracker()
    trackers.set(chain, outerAt)
    const market = createMarket(chain, snapshot, outerAt)
    markets.set(snapshot, market)
    return market
  }
}
