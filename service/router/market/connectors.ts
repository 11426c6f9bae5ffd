import { getPools, type PoolIndex } from '../../chain/snapshot/pool-index.ts'
import { getConnectors } from '../../config/get-connectors.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { toOffer } from '../../modules/core/pool-offer.ts'
import type { UsdPrices } from './usd-prices.ts'

/** Maximum number of connectors of one token, because each makes a search a little slower. */
const MAX_CONNECTORS = 4
/** Ignores pools that trade less than this share of the deepest pool with an intermediate token. */
const LEAST_SHARE = 0.1

interface ConnectorDeps {
  config: Pick<ChainServiceConfig, 'connectorTokens' | 'referenceStable'>
  poolIndex: PoolIndex
  /** Intermediate tokens in lower case, like all tokens here except those in the config. */
  intermediates: readonly string[]
  usd: UsdPrices
  isUsable: (pool: Pool) => boolean
}

/**
 * Returns the connector tokens of a token that is not intermediate: the tokens with which its pools
 * trade most near their price, in addition to intermediate tokens. Tokens without a USD price
 * come last, because the depth of their pools is unknown.
 */
export function createConnectors({
  config,
  poolIndex,
  intermediates,
  usd,
  isUsable,
}: ConnectorDeps): (token: string) => readonly string[] {
  const passed = new Set(intermediates)
  const connectors = getConnectors(config)
  const found = new Map<string, readonly string[]>()
  const stable = config.referenceStable.toLowerCase()

  /** In base units of the reference stable token; undefined: not known. */
  function getDepth(pool: Pool, token: string): number | undefined {
    const [side, other] =
      pool.tokens[0] === token ? ([0, pool.tokens[1]] as const) : ([1, pool.tokens[0]] as const)
    const offer = toOffer(pool, side)
    const depth = offer && Math.max(offer.pays, offer.sells * offer.price)
    const worth = depth === undefined ? 0n : usd.convert(BigInt(Math.floor(depth)), other, stable)
    return worth === undefined ? undefined : Number(worth)
  }

  function find(token: string): readonly string[] {
    if (connectors.size === 0 || passed.has(token)) return []
    const depths = new Map<string, number | undefined>()
    for (const address of poolIndex.holding(token)) {
      for (const pool of getPools(poolIndex.contract(address))) {
        const other = otherToken(pool, token)
        if (other === undefined || passed.has(other) || !connectors.has(other) || !isUsable(pool)) continue
        const depth = getDepth(pool, token)
        depths.set(other, depth === undefined ? depths.get(other) : Math.max(depths.get(other) ?? 0, depth))
      }
    }
    if (depths.size === 0) return []
    const direct = intermediates.flatMap((other) => poolIndex.between(token, other)).filter(isUsable)
    const least = LEAST_SHARE * Math.max(0, ...direct.map((pool) => getDepth(pool, token) ?? 0))
    return [...depths]
      .filter(([, depth = least]) => depth >= least)
      .sort(([a, depthA = -1], [b, depthB = -1]) => depthB - depthA || (a < b ? -1 : 1))
      .slice(0, MAX_CONNECTORS)
      .map(([other]) => other)
  }

  return (token) => {
    const before = found.get(token)
    if (before) return before
    const connected = find(token)
    found.set(token, connected)
    return connected
  }
}

function otherToken({ tokens: [first, second] }: Pool, token: string): string | undefined {
  if (first === token) return second
  return second === token ? first : undefined
}
