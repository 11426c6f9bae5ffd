import { toFunctionSelector } from 'viem'
import { type AaveVersion, isSince } from '../../../config/types.ts'
import { callTo, readWord } from '../../core/abi-answers.ts'
import type { RateTerms } from './rate-terms.ts'

const getVirtualBalance = toFunctionSelector('getVirtualUnderlyingBalance(address)')
const getDeficit = toFunctionSelector('getReserveDeficit(address)')
const calculateInterestRates = toFunctionSelector(
  'calculateInterestRates((uint256,uint256,uint256,uint256,uint256,address,bool,uint256))',
)

const NOTHING_TAKEN = 0n

/** One kind of debt; liquidity is the accounted balance, not the token balance. Valid up to 3.7. */
export function rateTermsSince32({ version }: { version: Exclude<AaveVersion, '3.0'> }): RateTerms {
  const hasDeficit = isSince(version, '3.3')
  const isAlwaysVirtual = isSince(version, '3.4')
  return {
    calls: ({ pool }, { asset }) => [
      callTo(pool, getVirtualBalance, asset),
      ...(hasDeficit ? [callTo(pool, getDeficit, asset)] : []),
    ],

    question({ reserve, config, strategy, variableDebt, unbacked, deposit, answers }) {
      const [virtualBalance, deficit] = answers
      const missing = unbacked + (hasDeficit ? readWord(deficit) : 0n)
      const isVirtual = isAlwaysVirtual || config.isVirtual ? 1n : 0n
      return callTo(
        strategy,
        calculateInterestRates,
        ...[missing, deposit, NOTHING_TAKEN, variableDebt, config.reserveFactor],
        reserve.asset,
        ...[isVirtual, readWord(virtualBalance)],
      )
    },
  }
}
