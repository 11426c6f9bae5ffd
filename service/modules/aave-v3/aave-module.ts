import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, SampledModule } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { RAY } from '../core/units.ts'
import { type AaveParams, type AaveState, createAavePool } from './aave-pool.ts'
import { type AaveVersion, isSince } from './aave-version.ts'
import { decodeReserveConfig } from './reserve-config.ts'

/** A market of Aave V3. */
export interface AaveSourceConfig extends SourceConfig {
  kind: 'aave'
  /** The Pool contract. */
  factory: Address
  /** Version of the Pool. Rate calls differ between versions. */
  version: AaveVersion
  /** AaveOracle of the market. */
  oracle: Address
}

const getReservesList = toFunctionSelector('getReservesList()')
const getReserveData = toFunctionSelector('getReserveData(address)')
const getNormalizedIncome = toFunctionSelector('getReserveNormalizedIncome(address)')
const scaledTotalSupply = toFunctionSelector('scaledTotalSupply()')
const balanceOf = toFunctionSelector('balanceOf(address)')
const getVirtualBalance = toFunctionSelector('getVirtualUnderlyingBalance(address)')

/** Word indexes of `getReserveData`. */
const CONFIGURATION = 0
const A_TOKEN = 8
const ACCRUED_TO_TREASURY = 12

const NO_CAP = 2n ** 128n - 1n
/**
 * Margin below the cap, because the treasury's unminted share and future interest count against it.
 */
const CAP_MARGIN = 2_000n

interface Reserve {
  asset: Address
  aToken: Address
}

/**
 * Supplies to and withdraws from the reserves of an Aave V3 market. Interest changes them every
 * second.
 */
export function createAaveModule(source: AaveSourceConfig): SampledModule {
  const params: AaveParams = {
    module: source.module,
    origin: { name: source.name, kind: 'lending' },
    source: source.index,
  }
  const { factory: market, version } = source
  /** Saves a call. Each result is checked against it. */
  let known: readonly Reserve[] = []

  return {
    id: source.module,
    async sample(read) {
      const before = known
      const [list, ...results] = await read([
        { to: market, data: getReservesList },
        ...before.flatMap((reserve) => stateCalls({ market, version }, reserve)),
      ])
      if (!list) return []
      const assets = decodeAddresses(list)
      const pools = readPools(params, before, results)
      const isSame = assets.length === before.length && assets.every((asset, i) => asset === before[i]?.asset)
      if (isSame && pools.length === before.length) return pools

      const found = await findReserves(market, assets, read)
      known = found
      const states = await read(found.flatMap((reserve) => stateCalls({ market, version }, reserve)))
      return readPools(params, found, states)
    },
  }
}

/** Returns the pools of the reserves that responded and have not changed. */
function readPools(
  params: AaveParams,
  reserves: readonly Reserve[],
  results: readonly (Hex | undefined)[],
): Pool[] {
  return reserves.flatMap(
    (reserve, i) => toPool(params, reserve, results.slice(i * CALLS, (i + 1) * CALLS)) ?? [],
  )
}

async function findReserves(
  market: Address,
  assets: readonly Address[],
  read: BlockReader,
): Promise<Reserve[]> {
  const results = await read(assets.map((asset) => callWith(market, getReserveData, asset)))
  return assets.flatMap((asset, i) => {
    const data = results[i]
    return data ? [{ asset, aToken: addressAt(data, A_TOKEN) }] : []
  })
}

const CALLS = 4

function stateCalls(
  { market, version }: { market: Address; version: AaveVersion },
  { asset, aToken }: Reserve,
): ContractCall[] {
  return [
    callWith(market, getReserveData, asset),
    callWith(market, getNormalizedIncome, asset),
    { to: aToken, data: scaledTotalSupply },
    // Withdrawable liquidity. Since 3.4 it is the accounted balance, not the token balance.
    isSince(version, '3.4') ? callWith(market, getVirtualBalance, asset) : callWith(asset, balanceOf, aToken),
  ]
}

/** Returns undefined if the reserve does not respond or has changed. */
function toPool(
  params: AaveParams,
  { asset, aToken }: Reserve,
  results: readonly (Hex | undefined)[],
): Pool | undefined {
  const [data, income, scaled, available] = results
  if (!data || !income || !scaled || !available || addressAt(data, A_TOKEN) !== aToken) return undefined
  const { decimals, isActive, isFrozen, isPaused, supplyCap } = decodeReserveConfig(
    uintAt(data, CONFIGURATION),
  )
  const supplied =
    ((uintAt(scaled, 0) + uintAt(data, ACCRUED_TO_TREASURY)) * uintAt(income, 0) + RAY / 2n) / RAY
  const state: AaveState = {
    canSupply: isActive && !isFrozen && !isPaused,
    canWithdraw: isActive && !isPaused,
    supplyRoom: supplyCap === 0n ? NO_CAP : roomUnder(supplyCap * 10n ** decimals, supplied),
    liquidity: uintAt(available, 0),
  }
  return createAavePool(params, { address: aToken, tokens: [asset, aToken], fee: 0, tickSpacing: 0 }, state)
}

function roomUnder(cap: bigint, supplied: bigint): bigint {
  const room = cap - cap / CAP_MARGIN - supplied
  return room > 0n ? room : 0n
}

function callWith(to: Address, selector: Hex, account: Address): ContractCall {
  return { to, data: `${selector}${encodeWord(BigInt(account))}` }
}

/** Decodes `address[]` after its offset. */
function decodeAddresses(data: Hex): Address[] {
  return Array.from({ length: Number(uintAt(data, 1)) }, (_, i) => addressAt(data, 2 + i))
}
