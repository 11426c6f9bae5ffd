import { encodeFunctionData, maxUint256, multicall3Abi, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, SampledModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { findCode, getProbes } from './find-code.ts'
import type { PlainCode } from './invariant.ts'
import { createStableswapPool, type StableswapCoin, type StableswapPoolState } from './stableswap-pool.ts'

/** A plain pool of Curve's StableSwap: one of the first pools, 3pool, or a later one. */
export interface StableswapSourceConfig extends SourceConfig {
  kind: 'stableswap'
  /** The pool itself. */
  factory: Address
}

const amplification = toFunctionSelector('A()')
const preciseAmplification = toFunctionSelector('A_precise()')
const fee = toFunctionSelector('fee()')
const adminFee = toFunctionSelector('admin_fee()')
const futureAmplification = toFunctionSelector('future_A()')
const rampEnd = toFunctionSelector('future_A_time()')
const decimals = toFunctionSelector('decimals()')
const exchange = toFunctionSelector('exchange(int128,int128,uint256,uint256)')
const withdraw = toFunctionSelector('remove_liquidity_one_coin(uint256,int128,uint256)')
/** List functions of the first code take another index type. */
const LISTS = {
  first: { coins: toFunctionSelector('coins(int128)'), balances: toFunctionSelector('balances(int128)') },
  later: { coins: toFunctionSelector('coins(uint256)'), balances: toFunctionSelector('balances(uint256)') },
}

const MAX_COINS = 4
const MAX_DECIMALS = 18n
/** One pool share. */
const SHARE = 10n ** 18n

/** Immutable data of a pool. */
interface Known {
  isFirst: boolean
  coins: readonly StableswapCoin[]
}

/**
 * A plain pool, sampled at every block: its amplification may ramp, and no log reports withdrawn or
 * donated fees. Quoted only while `get_dy` matches our arithmetic to the wei, which excludes pools
 * that round differently, lend their coins or hold shares of another pool.
 */
export function createStableswapModule(source: StableswapSourceConfig, multicall3: Address): SampledModule {
  const address = source.factory.toLowerCase() as Address
  const params = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' } as const,
    source: source.index,
    address,
  }
  /** Read again if the pool does not match it, because a node may have returned wrong data. */
  let known: Known | undefined

  return {
    id: source.module,
    async sample(read) {
      const own = known ?? (await readCoins(address, read))
      if (!own) return []
      const state = await readState({ pool: address, multicall3 }, own, read)
      known = state && own
      return state ? [createStableswapPool({ ...params, coins: own.coins }, state)] : []
    },
  }
}

/** Returns undefined unless there are two to four coins with 1 to 18 decimals. */
async function readCoins(pool: Address, read: BlockReader): Promise<Known | undefined> {
  const indexes = Array.from({ length: MAX_COINS + 1 }, (_, i) => BigInt(i))
  const lists = [LISTS.first, LISTS.later]
  const results = await read(
    lists.flatMap(({ coins }) => indexes.map((i) => ({ to: pool, data: encodeCall(coins, i) }))),
  )
  const found = results.map((result) => firstWord(result))
  const [first = [], later = []] = lists.map((_, k) =>
    found
      .slice(k * indexes.length, (k + 1) * indexes.length)
      .flatMap((word) => (word ? [addressAt(word, 0)] : [])),
  )
  const isFirst = first.length > 0
  const addresses = isFirst ? first : later
  if (addresses.length < 2 || addresses.length > MAX_COINS) return undefined
  const scales = await read(addresses.map((to) => ({ to, data: decimals })))
  const coins = addresses.flatMap((coin, i) => {
    const own = toWord(scales[i]) ?? 0n
    return own > 0n && own <= MAX_DECIMALS ? [{ address: coin, scale: 10n ** (MAX_DECIMALS - own) }] : []
  })
  return coins.length === addresses.length ? { isFirst, coins } : undefined
}

/** Returns undefined if the pool does not respond or does not match our arithmetic. */
async function readState(
  { pool, multicall3 }: Record<'pool' | 'multicall3', Address>,
  { isFirst, coins }: Known,
  read: BlockReader,
): Promise<StableswapPoolState | undefined> {
  const { balances } = isFirst ? LISTS.first : LISTS.later
  const toCall = (selector: Hex, ...words: bigint[]): ContractCall => ({
    to: pool,
    data: encodeCall(selector, ...words),
  })
  const params = [amplification, preciseAmplification, fee, adminFee, futureAmplification, rampEnd]
  const probes = getProbes({ address: pool, coins })
  const trials = isFirst
    ? coins.map((_, i) =>
        tryExchange(multicall3, toCall(exchange, BigInt(i), BigInt((i + 1) % coins.length), 0n, 0n)),
      )
    : [tryWithdrawal(multicall3, toCall(withdraw, SHARE, 0n, maxUint256))]
  const results = await read([
    ...params.map((selector) => toCall(selector)),
    ...coins.map((_, i) => toCall(balances, BigInt(i))),
    ...probes,
    ...trials.map(({ call }) => call),
  ])
  const words = results.map(toWord)
  const [whole, precise, share, adminShare, nextA, end, ...rest] = words
  const held = rest.slice(0, coins.length).flatMap((balance) => balance ?? [])
  if (share === undefined || adminShare === undefined || held.length < coins.length) return undefined
  const a = isFirst ? whole : (precise ?? whole)
  if (a === undefined) return undefined
  // The price of the first code changes over time while it ramps, so this state is outdated at the
  // next block.
  if (isFirst && end !== undefined && a !== nextA) return undefined
  const codes: PlainCode[] = isFirst
    ? ['first']
    : precise === undefined
      ? ['threePool']
      : ['later', 'twoCoins']
  const state = { balances: held, amplification: a, fee: share, adminFee: adminShare }
  const probed = rest.slice(coins.length, coins.length + probes.length)
  const code = findCode({ coins }, { codes, state, results: probed })
  const isKilled = trials.every(({ isRefused }, i) => isRefused(results[results.length - trials.length + i]))
  return code && { ...state, code, isKilled }
}

/** A call that only a killed pool refuses, because it has no view for that. */
interface Trial {
  call: ContractCall
  isRefused(result: Hex | undefined): boolean
}

/** A killed pool of the first code refuses even an exchange of nothing. */
function tryExchange(multicall3: Address, call: ContractCall): Trial {
  return { call: aggregate(multicall3, call, false), isRefused: (result) => result === undefined }
}

/**
 * A killed later pool reverts without a reason on an excessive withdrawal. Other pools give a
 * reason.
 */
function tryWithdrawal(multicall3: Address, call: ContractCall): Trial {
  /**
   * Word index of the data length in a single result, after offset, success flag and data offset.
   */
  const lengthAt = 5
  return {
    call: aggregate(multicall3, call, true),
    isRefused: (result) =>
      !result || result.length < 2 + 64 * (lengthAt + 1) || uintAt(result, lengthAt) === 0n,
  }
}

/** Wraps the call. Without `allowFailure` the result is missing if the call fails. */
function aggregate(multicall3: Address, { to: target, data: callData }: ContractCall, allowFailure: boolean) {
  const args = [[{ target, allowFailure, callData }]] as const
  return {
    to: multicall3,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args }),
  }
}

/** An untrusted contract may return a short result, which must not stop the chain. */
function toWord(result: Hex | undefined): bigint | undefined {
  const word = firstWord(result)
  return word && uintAt(word, 0)
}
