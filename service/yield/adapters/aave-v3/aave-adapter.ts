import { toFunctionSelector } from 'viem'
import type { Address } from '../../../../wire/lib/address.ts'
import type { AaveSourceConfig } from '../../../modules/aave-v3/aave-module.ts'
import type { BlockReader } from '../../../modules/core/module.ts'
import { callTo, readAddress, readOptionalWord, readWord } from '../../core/abi-results.ts'
import type { Reserve, YieldAdapter } from '../../core/adapter.ts'
import { readAaveState } from './aave-state.ts'
import type { AaveReserve } from './types.ts'

const getReservesList = toFunctionSelector('getReservesList()')
const getReserveData = toFunctionSelector('getReserveData(address)')
const getReserveNormalizedIncome = toFunctionSelector('getReserveNormalizedIncome(address)')

/** Word indexes of `getReserveData`. */
const CONFIGURATION = 0
const A_TOKEN = 8
const STABLE_DEBT = 9
const VARIABLE_DEBT = 10

/** Sanity limit on the number of reserves. */
const MAX_RESERVES = 256

/** Creates the adapter of an Aave V3 market of any supported version. */
export function createAaveAdapter(source: AaveSourceConfig): YieldAdapter {
  const { module, factory: pool, oracle, version } = source
  function toReserve(parts: AaveReserve): Reserve {
    const { asset, aToken, decimals } = parts
    return {
      protocol: module,
      pool,
      lpToken: aToken,
      inputToken: asset,
      decimals,
      async index(read) {
        const [result] = await read([callTo(pool, getReserveNormalizedIncome, asset)])
        // Zero means that the asset was not listed at that block.
        return readOptionalWord(result) || undefined
      },
      state: (read) => readAaveState(read, { pool, oracle, version }, parts),
    }
  }

  return {
    protocol: module,
    pool,
    async reserves(read) {
      const assets = await listAssets(read, pool)
      const results = await read(assets.map((asset) => callTo(pool, getReserveData, asset)))
      return assets.map((asset, i) =>
        toReserve({
          asset,
          aToken: readAddress(results[i], A_TOKEN),
          stableDebt: readAddress(results[i], STABLE_DEBT),
          variableDebt: readAddress(results[i], VARIABLE_DEBT),
          decimals: Number((readWord(results[i], CONFIGURATION) >> 48n) & 0xffn),
        }),
      )
    },
  }
}

async function listAssets(read: BlockReader, pool: Address): Promise<Address[]> {
  const [result] = await read([callTo(pool, getReservesList)])
  const count = Number(readWord(result, 1))
  return Array.from({ length: Math.min(count, MAX_RESERVES) }, (_, i) => readAddress(result, 2 + i))
}
