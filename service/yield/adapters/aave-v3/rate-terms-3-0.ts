import { toFunctionSelector } from 'viem'
import { ZERO_ADDRESS } from '../../../../src/lib/address.ts'
import { callTo, readWord } from '../../core/abi-answers.ts'
import type { RateTerms } from './rate-terms.ts'

const getSupplyData = toFunctionSelector('getSupplyData()')
const calculateInterestRates = toFunctionSelector(
  'calculateInterestRates((uint256,uint256,uint256,uint256,uint256,uint256,uint256,address,address))',
)

const NOTHING_TAKEN = 0n

/** Stable debt is separate; liquidity is the balance of the aToken. */
export const rateTerms30: RateTerms = {
  calls: (_, { stableDebt }) => [callTo(stableDebt, getSupplyData)],

  question({ reserve, config, strategy, variableDebt, unbacked, deposit, answers: [stable] }) {
    const { asset, aToken, stableDebt } = reserve
    const [debt, rate] = stableDebt === ZERO_ADDRESS ? [0n, 0n] : [readWord(stable, 1), readWord(stable, 2)]
    const amounts = [unbacked, deposit, NOTHING_TAKEN, debt, variableDebt, rate, config.reserveFactor]
    return callTo(strategy, calculateInterestRates, ...amounts, asset, aToken)
  },
}
