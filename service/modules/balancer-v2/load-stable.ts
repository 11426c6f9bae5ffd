import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, encodeWord, firstWord, listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { Pool, WatchedCall } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { createStablePool } from './stable-pool.ts'
import type { VaultPool } from './vault-pool.ts'

const getAmplificationParameter = toFunctionSelector('getAmplificationParameter()')
const inRecoveryMode = toFunctionSelector('inRecoveryMode()')
const getRateProviders = toFunctionSelector('getRateProviders()')
/** Composable pools have `getTokenRateCache`, earlier pools have `getPriceRateCache`. */
const getTokenRateCache = toFunctionSelector('getTokenRateCache(address)')
const getPriceRateCache = toFunctionSelector('getPriceRateCache(address)')
const getRate = toFunctionSelector('getRate()')
const getCurrentBlockTimestamp = toFunctionSelector('getCurrentBlockTimestamp()')

/** Pools reject higher rates. The limit depends on the generation. */
const MAX_RATE = { composable: 2n ** 96n, earlier: 2n ** 128n }

export interface StableDeps {
  read: BlockReader
  multicall3: Address
  rateProviders: ReadonlySet<string>
}

/** The rate of a token in a pool's cache. */
interface RateCache {
  provider: Address
  rate: bigint
  /** Unix seconds. A later swap calls the provider first. */
  expires: bigint
}

/** Returns the calls that read a stable pool. */
export function stableCalls({ address, tokens }: Pick<VaultPool, 'address' | 'tokens'>): ContractCall[] {
  const getCache = tokens.includes(address) ? getTokenRateCache : getPriceRateCache
  return [
    { to: address, data: getAmplificationParameter },
    { to: address, data: inRecoveryMode },
    { to: address, data: getRateProviders },
    ...tokens.map((token) => ({ to: address, data: encodeCall(getCache, BigInt(token)) })),
  ]
}

/**
 * Creates the pools from their results, and calls the providers of expired rates. Skips pools with
 * a failed call, and pools with a provider outside `rateProviders` (in lower case).
 */
export async function readStable(
  found: readonly { pool: VaultPool; results: readonly (Hex | undefined)[] }[],
  { read, multicall3, rateProviders }: StableDeps,
): Promise<Pool[]> {
  const known = found.flatMap(({ pool, results: [amplification, recovery, providers, ...rates] }) => {
    const caches = readCaches(pool, { providers, rates, rateProviders })
    return amplification && caches ? [{ pool, amplification, recovery, caches }] : []
  })
  const providers = [
    ...new Set(known.flatMap(({ caches }) => caches.flatMap((cache) => cache?.provider ?? []))),
  ]
  const [time, ...rates] = await read([
    { to: multicall3, data: getCurrentBlockTimestamp },
    ...providers.map((to) => ({ to, data: getRate })),
  ])
  const now = time && uintAt(time, 0)
  if (now === undefined) throw new Error('Failed to read the block timestamp')
  const results = new Map(providers.map((provider, i) => [provider, firstWord(rates[i])]))
  return known.flatMap(({ pool, amplification, recovery, caches }) => {
    const { state, scales, ...params } = pool
    const tokens = pool.tokens.flatMap((address, k) => {
      const scale = scales[k]
      return scale ? [{ address, scale }] : []
    })
    if (tokens.length !== pool.tokens.length) return []
    const kept = caches.map((cache) => cache && refresh(cache, now, results))
    const max = pool.tokens.includes(pool.address) ? MAX_RATE.composable : MAX_RATE.earlier
    const result = firstWord(amplification)
    const ramp = { to: pool.address, data: getAmplificationParameter, result, after: 0n }
    const isRamping = uintAt(amplification, 1) === 1n
    const own = {
      amp: uintAt(amplification, 0),
      rates: kept.map((cache) => (cache ? toRate(cache.result, max) : WAD)),
      watched: [...(isRamping ? [ramp] : []), ...kept.flatMap((cache) => cache ?? [])],
      isOutdated: false,
    }
    return [createStablePool({ ...params, tokens, roundsUp: recovery === undefined }, { ...state, ...own })]
  })
}

/** Returns the rate that the next swap uses: an expired rate is read from its provider again. */
function refresh(
  { provider, rate, expires }: RateCache,
  now: bigint,
  results: ReadonlyMap<Address, Hex | undefined>,
): WatchedCall {
  const result = now > expires ? results.get(provider) : (`0x${encodeWord(rate)}` as const)
  return { to: provider, data: getRate, result, after: expires }
}

/**
 * Returns one rate cache per token, undefined for tokens without a provider. Returns undefined for
 * the pool if a rate is unknown or a provider is not listed.
 */
function readCaches(
  { address, tokens }: VaultPool,
  {
    providers: result,
    rates,
    rateProviders,
  }: {
    providers: Hex | undefined
    rates: readonly (Hex | undefined)[]
    rateProviders: ReadonlySet<string>
  },
): (RateCache | undefined)[] | undefined {
  const isComposable = tokens.includes(address)
  // The oldest pools have no `getRateProviders`.
  if (!result && isComposable) return undefined
  const providers = result ? listAt(result, 0) : []
  const caches = tokens.flatMap((_, i): (RateCache | undefined)[] => {
    const [provider = 0n, cache] = [providers[i], rates[i]]
    if (provider === 0n) return [undefined]
    if (!cache || !rateProviders.has(toAddress(provider))) return []
    // The cache of a composable pool also holds the previous rate.
    const expires = uintAt(cache, isComposable ? 3 : 2)
    return [{ provider: toAddress(provider), rate: uintAt(cache, 0), expires }]
  })
  return caches.length === tokens.length ? caches : undefined
}

/** Returns 0 for a provider that reverts or exceeds the maximum, because swaps revert too. */
function toRate(result: Hex | undefined, max: bigint): bigint {
  const rate = result ? uintAt(result, 0) : 0n
  return rate < max ? rate : 0n
}
