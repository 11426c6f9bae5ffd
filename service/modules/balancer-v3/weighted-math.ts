import { complement, divDown, divUp, mulDown, mulUp } from '../balancer-v2/fixed-point.ts'
import { powUp } from '../balancer-v2/weighted-math.ts'
import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import type { Side, SwapMath } from './swap-math.ts'

export interface WeightedParams {
  /** Shares of 1e18. */
  weights: readonly bigint[]
  /** Undefined for pools of the first factory, which also round the sold token's balance down. */
  minBalances: readonly bigint[] | undefined
}

/** Maximum input after the fee and maximum output, as a share of the balance. */
const MAX_RATIO = (3n * WAD) / 10n

/**
 * Creates the swap math of a weighted pool: V2's formula. Pools with minimum balances round the
 * balance of the sold token up.
 */
export function createWeightedMath({ weights, minBalances }: WeightedParams): SwapMath {
  function getSide({ balances, into, out }: Side) {
    const balanceIn = (balances[into] ?? 0n) + (minBalances ? 1n : 0n)
    const balanceOut = balances[out] ?? 0n
    check(balanceIn >= (minBalances?.[into] ?? 0n))
    return { balanceIn, balanceOut, weightIn: weights[into] ?? 0n, weightOut: weights[out] ?? 0n }
  }

  const checkLeft = ({ balances, out }: Side, amountOut: bigint) =>
    check((balances[out] ?? 0n) - amountOut >= (minBalances?.[out] ?? 0n))

  return {
    outGivenIn(side, amountIn) {
      const { balanceIn, balanceOut, weightIn, weightOut } = getSide(side)
      check(amountIn <= mulDown(balanceIn, MAX_RATIO))
      const base = divUp(balanceIn, balanceIn + amountIn)
      const amountOut = mulDown(balanceOut, complement(powUp(base, divDown(weightIn, weightOut))))
      checkLeft(side, amountOut)
      return amountOut
    },

    inGivenOut(side, amountOut) {
      const { balanceIn, balanceOut, weightIn, weightOut } = getSide(side)
      check(amountOut <= mulDown(balanceOut, MAX_RATIO))
      const base = divUp(balanceOut, balanceOut - amountOut)
      const amountIn = mulUp(balanceIn, powUp(base, divUp(weightOut, weightIn)) - WAD)
      checkLeft(side, amountOut)
      return fits(amountIn)
    },
  }
}

function check(isFine: boolean): void {
  if (!isFine) throw new RangeError('A limit of the pool is exceeded')
}
