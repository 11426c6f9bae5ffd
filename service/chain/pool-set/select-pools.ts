import { toFunctionSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { getWrappers } from '../../config/get-wrappers.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { encodeCall, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import { getTokens, type Pool } from '../../modules/core/pool.ts'
import { getHubPrices } from './hub-prices.ts'
import { byWorth, type KnownPool } from './known-pools.ts'

/** Configures which pools are in memory. */
export interface PoolLimits {
  /** Loads every pool if the chain has at most this many. */
  loadAllUpTo: number
  /** Minimum worth of an initially loaded pool, in whole reference tokens. */
  minValue: number
  /** Maximum number of initially loaded pools. The most valuable are kept. */
  maxPools: number
  /** How long a pool of less worth stays after a trade or a request. */
  keepMinutes: number
}

const DEFAULTS: PoolLimits = { loadAllUpTo: 5_000, minValue: 1_000, maxPools: 20_000, keepMinutes: 60 }
/** Pools loaded per source regardless of worth, so that no source seems missing. */
const MIN_OF_SOURCE = 2
const decimals = toFunctionSelector('decimals()')
const balanceOf = toFunctionSelector('balanceOf(address)')

export function getPoolLimits({ poolLimits }: Pick<ChainServiceConfig, 'poolLimits'>): PoolLimits {
  return { ...DEFAULTS, ...poolLimits }
}

/** Returns the tokens that routes may pass and that determine the worth of pools, in lower case. */
export function getHubs(config: ChainServiceConfig): Set<string> {
  const { weth, referenceStable, baseTokens } = config
  const tokens = [weth, referenceStable, ...baseTokens].map((token) => token.toLowerCase())
  return new Set([...tokens, ...getWrappers(config)])
}

export function isBetweenHubs({ identity }: KnownPool, hubs: ReadonlySet<string>): boolean {
  return getTokens(identity).every((token) => hubs.has(token))
}

/**
 * Checks whether all tokens are hubs, or the worth cannot be measured. Such pools are always
 * loaded.
 */
export function isAlwaysLoaded(pool: KnownPool, hubs: ReadonlySet<string>): boolean {
  return pool.identity.poolId !== undefined || isBetweenHubs(pool, hubs)
}

/** Selects the pools to keep in memory, most valuable first. */
export function selectPools(pools: readonly KnownPool[], { minValue, maxPools }: PoolLimits): KnownPool[] {
  const ranked = pools.toSorted(byWorth)
  const ofSource = new Map<string, number>()
  return ranked.filter(({ module: { id }, worth = 0 }, place) => {
    const count = ofSource.get(id) ?? 0
    ofSource.set(id, count + 1)
    return count < MIN_OF_SOURCE || (worth >= minValue && place < maxPools)
  })
}

export interface WorthDeps {
  config: ChainServiceConfig
  hubs: ReadonlySet<string>
  read: BlockReader
  /** Loaded pools, including the ones between hubs. */
  loaded: Iterable<Pool>
}

/** Measures the worth of pools by their balance of a hub token. */
export async function measureWorth(
  pools: readonly KnownPool[],
  { config, hubs, read, loaded }: WorthDeps,
): Promise<void> {
  const reference = config.referenceStable.toLowerCase() as `0x${string}`
  const [scale] = await read([{ to: reference, data: decimals }])
  const betweenHubs = [...loaded].filter(({ tokens }) => tokens.every((token) => hubs.has(token)))
  const prices = getHubPrices(reference, betweenHubs)
  const unit = scale ? 10 ** Number(uintAt(scale, 0)) : Number.NaN
  const measured = pools.flatMap((pool) => {
    const hub = getTokens(pool.identity).find((token) => prices.has(token))
    return hub && pool.identity.poolId === undefined ? [{ pool, hub }] : []
  })
  for (const module of new Set(measured.map(({ pool }) => pool.module))) {
    const some = measured.filter(({ pool }) => pool.module === module)
    const held = await readHeld(module, some, read)
    for (const [i, { pool, hub }] of some.entries()) {
      const worth = (2 * Number(held[i] ?? 0n) * (prices.get(hub) ?? 0)) / unit
      pool.worth = Number.isFinite(worth) ? worth : undefined
    }
  }
}

/** Reads the hub token balances of a module's pools. */
async function readHeld(
  module: FollowedModule,
  pools: readonly { pool: KnownPool; hub: Address }[],
  read: BlockReader,
): Promise<bigint[]> {
  if (module.measure) {
    const identities = pools.map(({ pool }) => pool.identity)
    const holdings = await module.measure(identities, read)
    return pools.map(({ pool, hub }, i) => holdings[i]?.[getTokens(pool.identity).indexOf(hub)] ?? 0n)
  }
  const balances = await read(
    pools.map(({ pool, hub }) => ({ to: hub, data: encodeCall(balanceOf, BigInt(pool.identity.address)) })),
  )
  return balances.map((balance) => (balance ? uintAt(balance, 0) : 0n))
}
