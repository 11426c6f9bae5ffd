import { toFunctionSelector } from 'viem'
import { type Address, type Hex, sameAddress, ZERO_ADDRESS } from '../../../../src/lib/address.ts'
import type { BlockReader } from '../../../modules/module.ts'
import type { ReserveState } from '../../adapter.ts'
import { addressOf, callTo, optionalWordOf, wordOf } from '../../answers.ts'
import { ChainFailure } from '../../chain-failure.ts'
import { RAY } from '../../earnings.ts'

export interface AaveReserve {
  asset: Address
  aToken: Address
  /** The zero address where borrowing at a stable rate has been abolished. */
  stableDebt: Address
  variableDebt: Address
  decimals: number
}

const getReserveData = toFunctionSelector('getReserveData(address)')
const getNormalizedDebt = toFunctionSelector('getReserveNormalizedVariableDebt(address)')
const scaledTotalSupply = toFunctionSelector('scaledTotalSupply()')
const getSupplyData = toFunctionSelector('getSupplyData()')
const totalSupply = toFunctionSelector('totalSupply()')
const getAssetPrice = toFunctionSelector('getAssetPrice(address)')
const currencyUnit = toFunctionSelector('BASE_CURRENCY_UNIT()')
const calculateInterestRates = toFunctionSelector(
  'calculateInterestRates((uint256,uint256,uint256,uint256,uint256,uint256,uint256,address,address))',
)

/** Places of the words of `getReserveData`. */
const CONFIGURATION = 0
const A_TOKEN = 8
const STRATEGY = 11
const UNBACKED = 13

const EVERY_SECOND = 1n

export async function readAaveState(
  read: BlockReader,
  { asset, aToken, stableDebt, variableDebt }: AaveReserve,
  { pool, oracle }: { pool: Address; oracle: Address },
): Promise<ReserveState> {
  const [data, normalizedDebt, scaledDebt, stable, supply, price, unit] = await read([
    callTo(pool, getReserveData, asset),
    callTo(pool, getNormalizedDebt, asset),
    callTo(variableDebt, scaledTotalSupply),
    callTo(stableDebt, getSupplyData),
    callTo(aToken, totalSupply),
    callTo(oracle, getAssetPrice, asset),
    callTo(oracle, currencyUnit),
  ])
  if (!sameAddress(addressOf(data, A_TOKEN), aToken)) {
    throw new ChainFailure('incomplete', 'The reserve has another token by now')
  }
  const hasStable = stableDebt !== ZERO_ADDRESS
  const strategy = addressOf(data, STRATEGY)
  /** With the interest up to this block, as the pool itself counts it before it sets a rate. */
  const terms = {
    unbacked: wordOf(data, UNBACKED),
    stable: hasStable ? wordOf(stable, 1) : 0n,
    variable: rayMul(wordOf(scaledDebt), wordOf(normalizedDebt)),
    stableRate: hasStable ? wordOf(stable, 2) : 0n,
    reserveFactor: (wordOf(data, CONFIGURATION) >> 64n) & 0xffffn,
  }

  return {
    assets: wordOf(supply),
    priceUsd: priceOf(price, unit),
    async earningsAfter(deposit, { read: ask }) {
      const { unbacked, stable: debt, variable, stableRate, reserveFactor } = terms
      const amounts = [unbacked, deposit, 0n, debt, variable, stableRate, reserveFactor]
      const [rates] = await ask([callTo(strategy, calculateInterestRates, ...amounts, asset, aToken)])
      const rate = optionalWordOf(rates)
      return rate === undefined ? undefined : { rate, periodSeconds: EVERY_SECOND }
    },
  }
}

/** Rounded to the nearest, as the pool does it. */
function rayMul(a: bigint, b: bigint): bigint {
  return (a * b + RAY / 2n) / RAY
}

function priceOf(price: Hex | undefined, unit: Hex | undefined): number | undefined {
  const [answered, one] = [optionalWordOf(price), optionalWordOf(unit)]
  return answered && one ? Number(answered) / Number(one) : undefined
}
