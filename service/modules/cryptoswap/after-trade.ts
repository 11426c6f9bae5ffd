import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import type { CryptoCode } from './crypto-code.ts'
import type { CryptoswapState } from './cryptoswap-state.ts'
import { geometricMean, squareRoot } from './roots.ts'

/** Returns the state after a trade, or undefined if the trade brings the pool no profit. */
export function afterTrade(
  code: CryptoCode,
  state: CryptoswapState,
  { balances, invariant }: Pick<CryptoswapState, 'balances' | 'invariant'>,
): CryptoswapState | undefined {
  const n = BigInt(code.count)
  const [a = 0n, b = 0n, c] = state.priceScale.map((price, k) =>
    k === 0 ? invariant / n : fits(invariant * WAD) / fits(n * price),
  )
  const mean = c === undefined ? squareRoot(fits(a * b)) : geometricMean([a, b, c])
  const virtualPrice = fits(WAD * mean) / state.supply
  const profit = fits(state.profit * virtualPrice) / state.virtualPrice
  if (!state.isRamping && virtualPrice <= state.virtualPrice) return undefined
  return { ...state, balances, invariant, virtualPrice, profit }
}

/** Returns true if the contract may move its price scale in this state. */
export function canMove({ virtualPrice, profit, allowedProfit, isSteady }: CryptoswapState): boolean {
  return fits(virtualPrice * 2n - WAD) > profit + 2n * allowedProfit && !isSteady
}
