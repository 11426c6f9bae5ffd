import { encodeAbiParameters, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, firstWord, listAt, uintAt } from '../../lib/abi-words.ts'
import type { CoinParams } from '../core/coin-pair.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool, WatchedCall } from '../core/pool.ts'
import { createStableswapNgPool } from './stableswap-ng-pool.ts'

const version = toFunctionSelector('version()')
const getBalances = toFunctionSelector('get_balances()')
const storedRates = toFunctionSelector('stored_rates()')
const getAmplification = toFunctionSelector('A_precise()')
const futureAmplification = toFunctionSelector('future_A()')
const getFee = toFunctionSelector('fee()')
const getFeeMultiplier = toFunctionSelector('offpeg_fee_multiplier()')
const getAdminFee = toFunctionSelector('admin_fee()')
const decimals = toFunctionSelector('decimals()')
const convertToAssets = toFunctionSelector('convertToAssets(uint256)')
const ASKED = [
  version,
  getAmplification,
  futureAmplification,
  getFee,
  getFeeMultiplier,
  getAdminFee,
  getBalances,
  storedRates,
]

/** Result of `version()`. Pools of earlier versions round differently. */
const VERSION = encodeAbiParameters([{ type: 'string' }], ['v7.0.0'])
const MAX_DECIMALS = 18n

/** A plain pool whose coins all have supported types. */
export interface FoundPool {
  address: Address
  coins: readonly { address: Address; isVault: boolean }[]
}

/**
 * Loads pools and reads the rates of their vaults. Skips pools of another version and pools that do
 * not respond.
 */
export async function loadNgPools(
  found: readonly FoundPool[],
  params: Omit<CoinParams, 'address' | 'coins'>,
  read: BlockReader,
): Promise<Pool[]> {
  const vaults = [
    ...new Set(found.flatMap(({ coins }) => coins.flatMap((c) => (c.isVault ? [c.address] : [])))),
  ]
  const [results, units] = await Promise.all([
    read(found.flatMap(({ address: to }) => ASKED.map((data) => ({ to, data })))),
    read(vaults.map((to) => ({ to, data: decimals }))),
  ])
  const calls = vaults.flatMap((to, i) => {
    const own = firstWord(units[i])
    if (!own || uintAt(own, 0) > MAX_DECIMALS) return []
    return [{ to, data: encodeCall(convertToAssets, 10n ** uintAt(own, 0)) }]
  })
  const rates = await read(calls)
  const watched = new Map(
    calls.map((call, i): [Address, WatchedCall] => [
      call.to,
      { ...call, result: firstWord(rates[i]), after: 0n },
    ]),
  )
  return found.flatMap(
    (pool, i) =>
      toPool(pool, results.slice(ASKED.length * i, ASKED.length * (i + 1)), { params, watched }) ?? [],
  )
}

function toPool(
  { address, coins }: FoundPool,
  [code, ...results]: readonly (Hex | undefined)[],
  {
    params,
    watched,
  }: { params: Omit<CoinParams, 'address' | 'coins'>; watched: ReadonlyMap<Address, WatchedCall> },
): Pool | undefined {
  const [amplification, next, fee, feeMultiplier, adminFee] = results.slice(0, -2).map(firstWord)
  const [balances, rates] = results.slice(-2).map((result) => toList(result, coins.length))
  if (code !== VERSION || !amplification || !next || !fee || !feeMultiplier || !adminFee || !balances)
    return undefined
  const requested = coins.flatMap((coin) => (coin.isVault ? [watched.get(coin.address)] : []))
  const known = requested.flatMap((call) => call ?? [])
  // A pool is skipped if a vault's rate cannot be read.
  if (known.length < requested.length) return undefined
  const ramp = { to: address, data: getAmplification, result: amplification, after: 0n }
  const isRamping = uintAt(amplification, 0) !== uintAt(next, 0)
  return createStableswapNgPool(
    { ...params, address, coins: coins.map((coin) => ({ address: coin.address })) },
    {
      balances,
      rates: rates ?? coins.map(() => 0n),
      amplification: uintAt(amplification, 0),
      fee: uintAt(fee, 0),
      feeMultiplier: uintAt(feeMultiplier, 0),
      adminFee: uintAt(adminFee, 0),
      watched: [...(isRamping ? [ramp] : []), ...known],
      isOutdated: false,
    },
  )
}

/**
 * Returns undefined unless the result is a list of this length. A malformed result must not stop
 * the reading of other pools.
 */
function toList(result: Hex | undefined, count: number): bigint[] | undefined {
  const isList = result?.length === 2 + 64 * (2 + count) && uintAt(result, 0) === 32n
  return isList && uintAt(result, 1) === BigInt(count) ? listAt(result, 0) : undefined
}
