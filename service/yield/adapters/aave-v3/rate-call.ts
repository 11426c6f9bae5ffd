import { toFunctionSelector } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../../wire/lib/address.ts'
import { type AaveVersion, isSince } from '../../../modules/aave-v3/aave-version.ts'
import type { ReserveConfig } from '../../../modules/aave-v3/reserve-config.ts'
import type { ContractCall } from '../../../modules/core/module.ts'
import { callTo, readWord } from '../../core/abi-results.ts'
import type { AaveMarket, AaveReserve } from './types.ts'

/**
 * How a version of the pool calls its rate strategy. The calculation is the same, but the arguments
 * differ.
 */
interface RateCall {
  /** Calls in addition to the state that all versions share. */
  calls(market: AaveMarket, reserve: AaveReserve): ContractCall[]
  encode(known: RateState): ContractCall
}

interface RateState {
  reserve: AaveReserve
  config: ReserveConfig
  strategy: Address
  /** Includes interest up to this block, as the pool computes it before a rate update. */
  variableDebt: bigint
  /** Counts as borrowed without a borrower in this pool. */
  unbacked: bigint
  deposit: bigint
  /** Results of `calls`. */
  results: readonly (Hex | undefined)[]
}

const NOTHING_TAKEN = 0n

const getSupplyData = toFunctionSelector('getSupplyData()')
const calculateAll = toFunctionSelector(
  'calculateInterestRates((uint256,uint256,uint256,uint256,uint256,uint256,uint256,address,address))',
)

/** Version 3.0: stable debt is separate, and liquidity is the balance of the aToken. */
export const rateCall30: RateCall = {
  calls: (_, { stableDebt }) => [callTo(stableDebt, getSupplyData)],

  encode({ reserve, config, strategy, variableDebt, unbacked, deposit, results: [stable] }) {
    const { asset, aToken, stableDebt } = reserve
    const [debt, rate] = stableDebt === ZERO_ADDRESS ? [0n, 0n] : [readWord(stable, 1), readWord(stable, 2)]
    const amounts = [unbacked, deposit, NOTHING_TAKEN, debt, variableDebt, rate, config.reserveFactor]
    return callTo(strategy, calculateAll, ...amounts, asset, aToken)
  },
}

const getVirtualBalance = toFunctionSelector('getVirtualUnderlyingBalance(address)')
const getDeficit = toFunctionSelector('getReserveDeficit(address)')
const calculateSince32 = toFunctionSelector(
  'calculateInterestRates((uint256,uint256,uint256,uint256,uint256,address,bool,uint256))',
)

/** Versions 3.2 to 3.7: there is only variable debt, and liquidity is the accounted balance. */
export function rateCallSince32({ version }: { version: Exclude<AaveVersion, '3.0'> }): RateCall {
  const hasDeficit = isSince(version, '3.3')
  const isAlwaysVirtual = isSince(version, '3.4')
  return {
    calls: ({ pool }, { asset }) => [
      callTo(pool, getVirtualBalance, asset),
      ...(hasDeficit ? [callTo(pool, getDeficit, asset)] : []),
    ],

    encode({ reserve, config, strategy, variableDebt, unbacked, deposit, results }) {
      const [virtualBalance, deficit] = results
      const missing = unbacked + (hasDeficit ? readWord(deficit) : 0n)
      const isVirtual = isAlwaysVirtual || config.isVirtual ? 1n : 0n
      return callTo(
        strategy,
        calculateSince32,
        ...[missing, deposit, NOTHING_TAKEN, variableDebt, config.reserveFactor],
        reserve.asset,
        ...[isVirtual, readWord(virtualBalance)],
      )
    },
  }
}
