import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, firstWord, listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import { FEE_UNIT } from '../balancer-v2/pool-state.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import { getTokens, type Pool, type PoolIdentity, type PoolStep, type WatchedCall } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { type BalancerV3Params, createBalancerV3Pool } from './balancer-v3-pool.ts'

const isPoolFromFactory = toFunctionSelector('isPoolFromFactory(address)')
const getPoolTokenInfo = toFunctionSelector('getPoolTokenInfo(address)')
const getPoolConfig = toFunctionSelector('getPoolConfig(address)')
const getHooksConfig = toFunctionSelector('getHooksConfig(address)')
const isPoolPaused = toFunctionSelector('isPoolPaused(address)')
const getPoolData = toFunctionSelector('getPoolData(address)')
const getNormalizedWeights = toFunctionSelector('getNormalizedWeights()')
const getMinTokenBalances = toFunctionSelector('getMinTokenBalances()')
const getAmplificationParameter = toFunctionSelector('getAmplificationParameter()')
const getRate = toFunctionSelector('getRate()')

/** Indexes of words in a pool's config and in its hooks config. */
const CONFIG = { swapFee: 4, aggregateSwapFee: 5, decimals: 7, isInitialized: 10, isInRecovery: 12 }
const HOOKS_CONTRACT = 10
/** Indexes of lists in a pool's data. */
const DATA = { balances: 3, rates: 5 }
/** Bits per token. The value is 18 minus the token's decimals. */
const DECIMAL_BITS = 5n

/** Traded factories and trusted rate providers, in lower case. */
export interface Listed {
  weightedFactories: readonly Address[]
  stableFactories: readonly Address[]
  rateProviders: ReadonlySet<string>
}

export type SharedParams = Pick<BalancerV3Params, 'module' | 'origin' | 'vault' | 'minTrade'> & {
  source: number
  stepKind: number
}

/** Creates an empty pool for a vault that does not trade, without reading the pool. */
export function createClosedPool(
  identity: PoolIdentity,
  { params, isOutdated }: { params: Omit<SharedParams, 'minTrade'>; isOutdated: boolean },
): Pool {
  const { source, stepKind, ...shared } = params
  const { address, fee } = identity
  const tokens = getTokens(identity)
  return createBalancerV3Pool(
    {
      ...shared,
      minTrade: 0n,
      address,
      step: toStep(address, { source, stepKind }),
      tokens: tokens.map((token) => ({ address: token, scale: 1n })),
    },
    {
      balances: tokens.map(() => 0n),
      rates: tokens.map(() => WAD),
      swapFee: BigInt(fee) * FEE_UNIT,
      aggregateFee: 0n,
      amp: 0n,
      isOpen: false,
      watched: [],
      isOutdated,
    },
  )
}

function toStep(address: Address, { source, stepKind }: Pick<SharedParams, 'source' | 'stepKind'>): PoolStep {
  return { kind: stepKind, source, data: `0x${address.slice(2).padStart(64, '0')}` }
}

interface MadePool {
  address: Address
  isStable: boolean
}

/**
 * Returns the pools of the listed factories. Calls no pool before this check, because anyone may
 * register any contract with the vault.
 */
export async function findMade(
  identities: readonly Pick<PoolIdentity, 'address'>[],
  { weightedFactories, stableFactories }: Listed,
  read: BlockReader,
): Promise<(MadePool | undefined)[]> {
  const factories = [...weightedFactories, ...stableFactories]
  const results = await read(
    identities.flatMap(({ address }) =>
      factories.map((to) => ({ to, data: encodeCall(isPoolFromFactory, BigInt(address)) })),
    ),
  )
  return identities.map(({ address }, i) => {
    const own = results.slice(i * factories.length, (i + 1) * factories.length)
    const factory = own.findIndex((result) => result && uintAt(result, 0) === 1n)
    return factory < 0 ? undefined : { address, isStable: factory >= weightedFactories.length }
  })
}

/** Returns the call that reads a pool's tokens, in the vault's order, with their rate providers. */
export function tokenCall(vault: Address, pool: Address): ContractCall {
  return { to: vault, data: encodeCall(getPoolTokenInfo, BigInt(pool)) }
}

/** Loads the pools without hooks whose rate providers are all listed. */
export async function loadPools(
  made: readonly MadePool[],
  { params, listed, read }: { params: SharedParams; listed: Listed; read: BlockReader },
): Promise<Pool[]> {
  const { vault } = params
  const first = await read(
    made.flatMap(({ address }) => [
      tokenCall(vault, address),
      ...[getPoolConfig, getHooksConfig, isPoolPaused].map((selector) => ({
        to: vault,
        data: encodeCall(selector, BigInt(address)),
      })),
    ]),
  )
  const found = made.flatMap((pool, i) => readHead(pool, first.slice(4 * i, 4 * i + 4), listed) ?? [])
  const second = await read(found.flatMap((pool) => getStateCalls(pool, vault)))
  return found.flatMap((pool) => {
    const results = second.splice(0, getStateCalls(pool, vault).length)
    return readPool(pool, results, params) ?? []
  })
}

interface PoolHead extends MadePool {
  tokens: readonly Address[]
  providers: readonly (Address | undefined)[]
  balances: readonly bigint[]
  config: Hex
  isPaused: boolean
}

/** Returns undefined for pools with hooks or with an unlisted provider. */
function readHead(
  pool: MadePool,
  [info, config, hooks, paused]: readonly (Hex | undefined)[],
  { rateProviders }: Listed,
): PoolHead | undefined {
  if (!info || !config || !hooks || !paused || uintAt(hooks, HOOKS_CONTRACT) !== 0n) return undefined
  const start = Number(uintAt(info, 1)) / 32
  const tokens = listAt(info, 0).map(toAddress)
  const providers = tokens.map((_, i) => {
    const provider = uintAt(info, start + 2 + 3 * i)
    return provider === 0n ? undefined : toAddress(provider)
  })
  if (providers.some((provider) => provider && !rateProviders.has(provider))) return undefined
  return { ...pool, tokens, providers, balances: listAt(info, 2), config, isPaused: uintAt(paused, 0) === 1n }
}

/** Includes calls of the providers, which are listed. */
function getStateCalls({ address, isStable, providers }: PoolHead, vault: Address): ContractCall[] {
  const own = isStable ? [getAmplificationParameter] : [getNormalizedWeights, getMinTokenBalances]
  return [
    { to: vault, data: encodeCall(getPoolData, BigInt(address)) },
    ...own.map((data) => ({ to: address, data })),
    ...providers.flatMap((to) => (to ? [{ to, data: getRate }] : [])),
  ]
}

function readPool(
  { address, isStable, tokens, providers, balances, config, isPaused }: PoolHead,
  [data, ...results]: readonly (Hex | undefined)[],
  { source, stepKind, ...params }: SharedParams,
): Pool | undefined {
  const own = results.slice(0, isStable ? 1 : 2)
  const [math, minBalances] = own
  if (math === undefined) return undefined
  // The struct follows its offset.
  const poolData = data && (`0x${data.slice(66)}` as const)
  const rates = poolData ? listAt(poolData, DATA.rates) : tokens.map(() => 0n)
  const rated = providers.flatMap((provider) => provider ?? [])
  const watched: WatchedCall[] = rated.map((to, i) => ({
    to,
    data: getRate,
    result: firstWord(results[own.length + i]),
    after: 0n,
  }))
  if (isStable && uintAt(math, 1) === 1n) {
    watched.push({ to: address, data: getAmplificationParameter, result: firstWord(math), after: 0n })
  }
  if (isPaused) {
    const result = `0x${'1'.padStart(64, '0')}` as const
    watched.push({ to: params.vault, data: encodeCall(isPoolPaused, BigInt(address)), result, after: 0n })
  }
  const decimals = uintAt(config, CONFIG.decimals)
  const isInRecovery = uintAt(config, CONFIG.isInRecovery) === 1n
  return createBalancerV3Pool(
    {
      ...params,
      address,
      step: toStep(address, { source, stepKind }),
      tokens: tokens.map((token, i) => {
        const lacking = (decimals >> (DECIMAL_BITS * BigInt(i))) & ((1n << DECIMAL_BITS) - 1n)
        return { address: token, scale: 10n ** lacking }
      }),
      ...(!isStable && {
        weighted: { weights: listAt(math, 0), minBalances: minBalances && listAt(minBalances, 0) },
      }),
    },
    {
      balances: poolData ? listAt(poolData, DATA.balances) : balances,
      rates: providers.map((provider, i) => (provider ? (rates[i] ?? 0n) : WAD)),
      swapFee: uintAt(config, CONFIG.swapFee),
      aggregateFee: isInRecovery ? 0n : uintAt(config, CONFIG.aggregateSwapFee),
      amp: isStable ? uintAt(math, 0) : 0n,
      isOpen: uintAt(config, CONFIG.isInitialized) === 1n && !isPaused,
      watched,
      isOutdated: false,
    },
  )
}
