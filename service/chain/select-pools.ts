import { toFunctionSelector } from 'viem'
import type { Address } from '../../src/lib/address.ts'
import { getWrappers } from '../config/get-wrappers.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { encodeCall, uintAt } from '../lib/abi-words.ts'
import type { BlockReader, FollowedModule } from '../modules/core/module.ts'
import { getTokens, type Pool } from '../modules/core/pool.ts'
import { getHubPrices } from './hub-prices.ts'
import { byWorth, type KnownPool } from './known-pools.ts'

/** Which pools are in memory. */
export interface PoolLimits {
  /** All of them where there are not more. */
  loadAllUpTo: number
  /** Worth from which a pool is loaded at the start, in whole reference tokens. */
  minValue: number
  /** Pools loaded at the start at most: the most valuable. */
  maxPools: number
  /** How long a pool of less worth stays after it was traded in or asked for. */
  keepMinutes: number
}

const DEFAULTS: PoolLimits = { loadAllUpTo: 5_000, minValue: 1_000, maxPools: 20_000, keepMinutes: 60 }
/** Of each source, whatever their worth: so that a source is not taken for missing. */
const MIN_OF_SOURCE = 2
const decimals = toFunctionSelector('decimals()')
const balanceOf = toFunctionSelector('balanceOf(address)')

export function getPoolLimits({ poolLimits }: Pick<ChainServiceConfig, 'poolLimits'>): PoolLimits {
  return { ...DEFAULTS, ...poolLimits }
}

/** Tokens whose pools are worth what they hold of them: those that routes between any tokens may pass. In lower case. */
export function getHubs(config: ChainServiceConfig): Set<string> {
  const { weth, referenceStable, baseTokens } = config
  const tokens = [weth, referenceStable, ...baseTokens].map((token) => token.toLowerCase())
  return new Set([...tokens, ...getWrappers(config)])
}

export function isBetweenHubs({ identity }: KnownPool, hubs: ReadonlySet<string>): boolean {
  return getTokens(identity).every((token) => hubs.has(token))
}

/** Whether all its tokens are hubs, or its worth cannot be read: loaded always. */
export function isAlwaysLoaded(pool: KnownPool, hubs: ReadonlySet<string>): boolean {
  return pool.identity.poolId !== undefined || isBetweenHubs(pool, hubs)
}

/** Those to have in memory, most valuable first. */
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
  /** Loaded pools, those between hubs among them. */
  loaded: Iterable<Pool>
}

/** Measures what pools are worth by the hub token they hold. */
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

/** What pools of a module hold of a hub token. */
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
