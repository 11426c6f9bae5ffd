import { changed, getBalance } from '../balancer-v2/stable-math.ts'
import { fits } from '../core/checked.ts'
import type { Side, SwapMath } from './swap-math.ts'

/** Pools reject trades after which one balance exceeds another by this factor. */
export const MAX_IMBALANCE = 10_000n

/**
 * Creates the swap math of a stable pool: V2's method with limits and one different rounding.
 * @param amp A n^(n-1), with three decimals
 * @param invariant The invariant of the balances in the calls
 */
export function createStableMath(amp: bigint, invariant: bigint): SwapMath {
  return {
    outGivenIn(side, amountIn) {
      const { balances, into, out } = side
      const left = getBalance({ amp, invariant, divides: 'last' }, changed(balances, into, amountIn), out)
      const amountOut = fits((balances[out] ?? 0n) - left - 1n)
      checkBalance(side, amountIn, amountOut)
      return amountOut
    },

    inGivenOut(side, amountOut) {
      const { balances, into, out } = side
      const held = getBalance({ amp, invariant, divides: 'last' }, changed(balances, out, -amountOut), into)
      const amountIn = fits(held - (balances[into] ?? 0n)) + 1n
      checkBalance(side, amountIn, amountOut)
      return amountIn
    },
  }
}

function checkBalance({ balances, into, out }: Side, amountIn: bigint, amountOut: bigint): void {
  const after = [(balances[into] ?? 0n) + amountIn, fits((balances[out] ?? 0n) - amountOut)]
  const [min = 0n, ...others] = [...balances, ...after].toSorted((a, b) => (a < b ? -1 : 1))
  if ((others.at(-1) ?? 0n) / min >= MAX_IMBALANCE) throw new RangeError('The balances are out of proportion')
}
