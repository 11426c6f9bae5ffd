import { AMP_UNIT, converge, divideUp } from '../balancer-v2/stable-math.ts'
import { fits } from '../core/checked.ts'
import type { Side, SwapMath } from './swap-math.ts'

/** Pools refuse trades after which they would hold so many times more of one token than of another. */
export const MAX_IMBALANCE = 10_000n

/**
 * A stable pool: V2's method, rounded otherwise in one place, and within limits.
 * @param amp A n^(n-1), with three decimals
 * @param invariant of the balances that it is asked with
 */
export function createStableMath(amp: bigint, invariant: bigint): SwapMath {
  return {
    outGivenIn(side, amountIn) {
      const { balances, into, out } = side
      const left = getBalance({ amp, invariant }, changed(balances, into, amountIn), out)
      const amountOut = fits((balances[out] ?? 0n) - left - 1n)
      checkBalance(side, amountIn, amountOut)
      return amountOut
    },

    inGivenOut(side, amountOut) {
      const { balances, into, out } = side
      const held = getBalance({ amp, invariant }, changed(balances, out, -amountOut), into)
      const amountIn = fits(held - (balances[into] ?? 0n)) + 1n
      checkBalance(side, amountIn, amountOut)
      return amountIn
    },
  }
}

function checkBalance({ balances, into, out }: Side, amountIn: bigint, amountOut: bigint): void {
  const after = [(balances[into] ?? 0n) + amountIn, fits((balances[out] ?? 0n) - amountOut)]
  const [min = 0n, ...others] = [...balances, ...after].toSorted((a, b) => (a < b ? -1 : 1))
  if ((others.at(-1) ?? 0n) / min >= MAX_IMBALANCE) throw new RangeError('too much of one token')
}

/** What one balance must be, rounded up, when the others are these. */
function getBalance(
  { amp, invariant }: { amp: bigint; invariant: bigint },
  balances: readonly bigint[],
  place: number,
): bigint {
  const count = BigInt(balances.length)
  const total = amp * count
  const own = balances[place] ?? 0n
  let cross = fits((balances[0] ?? 0n) * count)
  for (const balance of balances.slice(1)) cross = fits(fits(cross * balance) * count) / invariant
  const others = fits(balances.reduce((sum, balance) => sum + balance, 0n)) - own
  const squared = fits(invariant * invariant)
  const c = fits(divideUp(fits(squared * AMP_UNIT), fits(total * cross)) * own)
  const b = fits(others + fits(invariant * AMP_UNIT) / total)
  const start = divideUp(fits(squared + c), fits(invariant + b))
  return converge(start, (balance) =>
    divideUp(fits(fits(balance * balance) + c), fits(fits(balance * 2n) + b - invariant)),
  )
}

function changed(balances: readonly bigint[], place: number, by: bigint): bigint[] {
  return balances.map((balance, i) => (i === place ? fits(balance + by) : balance))
}
