import { toFunctionSelector } from 'viem'
import { type Hex, sameAddress } from '../../../../wire/lib/address.ts'
import { decodeReserveConfig } from '../../../modules/aave-v3/reserve-config.ts'
import type { BlockReader } from '../../../modules/core/module.ts'
import { callTo, readAddress, readOptionalWord, readWord } from '../../core/abi-results.ts'
import type { ReserveState } from '../../core/adapter.ts'
import { ChainFailure } from '../../core/chain-failure.ts'
import { depositLimit } from './deposit-limit.ts'
import { rateCall30, rateCallSince32 } from './rate-call.ts'
import type { AaveMarket, AaveReserve } from './types.ts'

const getReserveData = toFunctionSelector('getReserveData(address)')
const getNormalizedIncome = toFunctionSelector('getReserveNormalizedIncome(address)')
const getNormalizedDebt = toFunctionSelector('getReserveNormalizedVariableDebt(address)')
const totalSupply = toFunctionSelector('totalSupply()')
const getAssetPrice = toFunctionSelector('getAssetPrice(address)')
const currencyUnit = toFunctionSelector('BASE_CURRENCY_UNIT()')

/** Word indexes of `getReserveData`, the same in all versions. */
const CONFIGURATION = 0
const DEBT_INDEX = 3
const A_TOKEN = 8
const STRATEGY = 11
const ACCRUED_TO_TREASURY = 12
const UNBACKED = 13

const EVERY_SECOND = 1n

export async function readAaveState(
  read: BlockReader,
  market: AaveMarket,
  reserve: AaveReserve,
): Promise<ReserveState> {
  const { pool, oracle, version } = market
  const { asset, aToken } = reserve
  const rateCall = version === '3.0' ? rateCall30 : rateCallSince32({ version })
  const [data, supply, debt, income, debtIndex, price, unit, ...results] = await read([
    callTo(pool, getReserveData, asset),
    callTo(aToken, totalSupply),
    // These results are rounded like the aToken and the pool round.
    callTo(reserve.variableDebt, totalSupply),
    callTo(pool, getNormalizedIncome, asset),
    callTo(pool, getNormalizedDebt, asset),
    callTo(oracle, getAssetPrice, asset),
    callTo(oracle, currencyUnit),
    ...rateCall.calls(market, reserve),
  ])
  if (!sameAddress(readAddress(data, A_TOKEN), aToken)) {
    throw new ChainFailure('incomplete', 'The reserve has another aToken now')
  }
  const config = decodeReserveConfig(readWord(data, CONFIGURATION))
  const assets = readWord(supply)
  const variableDebt = readWord(debt)
  const known = { reserve, config, strategy: readAddress(data, STRATEGY), variableDebt, results }
  const unbacked = readWord(data, UNBACKED)

  return {
    assets,
    priceUsd: toPrice(price, unit),
    limit: depositLimit(config, {
      assets,
      accruedToTreasury: readWord(data, ACCRUED_TO_TREASURY),
      income: readWord(income),
      debtIndex: readWord(debtIndex),
      lastDebtIndex: readWord(data, DEBT_INDEX),
      debt: variableDebt,
    }),
    async earningsAfter(deposit, { read: readNow }) {
      const [rates] = await readNow([rateCall.encode({ ...known, unbacked, deposit })])
      const rate = readOptionalWord(rates)
      return rate === undefined ? undefined : { rate, periodSeconds: EVERY_SECOND }
    },
  }
}

function toPrice(price: Hex | undefined, unit: Hex | undefined): number | undefined {
  const [value, one] = [readOptionalWord(price), readOptionalWord(unit)]
  return value && one ? Number(value) / Number(one) : undefined
}
