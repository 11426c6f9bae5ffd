import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeCall, encodeWord, firstWord, listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { Pool, WatchedCall } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { createStablePool } from './stable-pool.ts'
import type { VaultPool } from './vault-pool.ts'

const getAmplificationParameter = toFunctionSelector('getAmplificationParameter()')
const inRecoveryMode = toFunctionSelector('inRecoveryMode()')
const getRateProviders = toFunctionSelector('getRateProviders()')
/** Of composable pools, and of those before them. */
const getTokenRateCache = toFunctionSelector('getTokenRateCache(address)')
const getPriceRateCache = toFunctionSelector('getPriceRateCache(address)')
const getRate = toFunctionSelector('getRate()')
const getCurrentBlockTimestamp = toFunctionSelector('getCurrentBlockTimestamp()')

/** Pools refuse higher rates, by generation. */
const MAX_RATE = { composable: 2n ** 96n, earlier: 2n ** 128n }

export interface StableDeps {
  read: BlockReader
  multicall3: Address
  rateProviders: ReadonlySet<string>
}

/** The rate that a pool keeps of a token, and until when. */
interface RateCache {
  provider: Address
  rate: bigint
  /** Unix seconds; after it, a swap asks the provider first. */
  expires: bigint
}

/** What a stable pool is asked. */
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
 * The pools with what they answered; left out are those that did not, and those with a provider of rates that is not among
 * `rateProviders` (in lower case). Asks the providers of rates that have expired.
 */
export async function readStable(
  found: readonly { pool: VaultPool; answers: readonly (Hex | undefined)[] }[],
  { read, multicall3, rateProviders }: StableDeps,
): Promise<Pool[]> {
  const known = found.flatMap(({ pool, answers: [amplification, recovery, providers, ...rates] }) => {
    const caches = readCaches(pool, { providers, rates, rateProviders })
    return amplification && caches ? [{ pool, amplification, recovery, caches }] : []
  })
  const providers = [
    ...new Set(known.flatMap(({ caches }) => caches.flatMap((cache) => cache?.provider ?? []))),
  ]
  const [time, ...told] = await read([
    { to: multicall3, data: getCurrentBlockTimestamp },
    ...providers.map((to) => ({ to, data: getRate })),
  ])
  const now = time && uintAt(time, 0)
  if (now === undefined) throw new Error('The time of a block could not be read')
  const answers = new Map(providers.map((provider, i) => [provider, firstWord(told[i])]))
  return known.flatMap(({ pool, amplification, recovery, caches }) => {
    const { state, scales, ...terms } = pool
    const tokens = pool.tokens.flatMap((address, k) => {
      const scale = scales[k]
      return scale ? [{ address, scale }] : []
    })
    if (tokens.length !== pool.tokens.length) return []
    const kept = caches.map((cache) => cache && refresh(cache, now, answers))
    const max = pool.tokens.includes(pool.address) ? MAX_RATE.composable : MAX_RATE.earlier
    const answer = firstWord(amplification)
    const ramp = { to: pool.address, data: getAmplificationParameter, answer, after: 0n }
    const isRamping = uintAt(amplification, 1) === 1n
    const own = {
      amp: uintAt(amplification, 0),
      rates: kept.map((cache) => (cache ? toRate(cache.answer, max) : WAD)),
      watched: [...(isRamping ? [ramp] : []), ...kept.flatMap((cache) => cache ?? [])],
      isOutdated: false,
    }
    return [createStablePool({ ...terms, tokens, roundsUp: recovery === undefined }, { ...state, ...own })]
  })
}

/** What a swap makes of a rate: an expired one is asked for again. */
function refresh(
  { provider, rate, expires }: RateCache,
  now: bigint,
  answers: ReadonlyMap<Address, Hex | undefined>,
): WatchedCall {
  const answer = now > expires ? answers.get(provider) : (`0x${encodeWord(rate)}` as const)
  return { to: provider, data: getRate, answer, after: expires }
}

/**
 * Of each token; undefined for those without a provider: they count as they are. Undefined as a whole where a rate is not known,
 * or of a provider that is not listed: it may tell a call from a transaction, and lie in one of them.
 */
function readCaches(
  { address, tokens }: VaultPool,
  {
    providers: answer,
    rates,
    rateProviders,
  }: {
    providers: Hex | undefined
    rates: readonly (Hex | undefined)[]
    rateProviders: ReadonlySet<string>
  },
): (RateCache | undefined)[] | undefined {
  const isComposable = tokens.includes(address)
  // The oldest pools know no providers.
  if (!answer && isComposable) return undefined
  const providers = answer ? listAt(answer, 0) : []
  const caches = tokens.flatMap((_, i): (RateCache | undefined)[] => {
    const [provider = 0n, cache] = [providers[i], rates[i]]
    if (provider === 0n) return [undefined]
    if (!cache || !rateProviders.has(toAddress(provider))) return []
    // A composable pool also tells its old rate.
    const expires = uintAt(cache, isComposable ? 3 : 2)
    return [{ provider: toAddress(provider), rate: uintAt(cache, 0), expires }]
  })
  return caches.length === tokens.length ? caches : undefined
}

/** 0 for a provider that reverts, or answers with too much: swaps revert too. */
function toRate(answer: Hex | undefined, max: bigint): bigint {
  const rate = answer ? uintAt(answer, 0) : 0n
  return rate < max ? rate : 0n
}
