import { checked, fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import { afterTrade, canMove } from './after-trade.ts'
import { type CryptoCode, getTradedBounds, INVARIANT_BOUNDS } from './crypto-code.ts'
import type { CryptoswapState } from './cryptoswap-state.ts'
import { checkParameters, findInvariant } from './newton.ts'
import { solveThree } from './solve-three.ts'
import { type Solved, solveTwo } from './solve-two.ts'
import { within } from './words.ts'

/** Indexes of the sold and the bought coin. */
type Indexes = readonly [from: number, to: number]

/** The output of a trade and the pool after it. Undefined if the price scale may have moved. */
interface Sold {
  amountOut: bigint
  after: CryptoswapState | undefined
}

export const FEE_UNIT = 10n ** 10n
/** Rounds of the views that return an input. */
const INPUT_ROUNDS = 5
/** First step of the executor, as a fraction of its guess. */
const FINENESS = 2n ** 32n
/** Maximum number of doubling steps of the executor. */
const MAX_STEPS = 48
/** Above this fee a purchase may take far more than the minimum input. */
const MAX_PURCHASE_FEE = FEE_UNIT / 10n

/**
 * Creates a pool in one state with the exact arithmetic and rounding of its contract. `precisions`
 * are factors to 18 decimals.
 */
export function createCryptoswap(code: CryptoCode, precisions: readonly bigint[], state: CryptoswapState) {
  const { priceScale, midFee, outFee, feeGamma } = state
  let invariant: bigint | undefined

  /** Converts balances to the first coin with 18 decimals. */
  function scale(balances: readonly bigint[]): bigint[] {
    return balances.map((balance, k) => fits(balance * at(priceScale, k) * at(precisions, k)) / WAD)
  }

  function unscale(amount: bigint, k: number): bigint {
    return fits(amount * WAD) / at(priceScale, k) / at(precisions, k)
  }

  function getInvariant(): bigint {
    invariant ??= state.isRamping
      ? findInvariant(code, state, { balances: scale(state.balances), product: 0n })
      : state.invariant
    return invariant
  }

  function solve(balances: readonly bigint[], to: number): Solved {
    const market = { balances, invariant: getInvariant(), to }
    return code.count === 2 ? solveTwo(code, state, market) : solveThree(code, state, market)
  }

  /** Returns the fee as a share of FEE_UNIT at balances in the first coin. */
  function getFee(balances: readonly bigint[]): bigint {
    const share = fits(feeGamma * WAD) / fits(feeGamma + WAD - getEvenness(code, balances))
    return fits(midFee * share + outFee * fits(WAD - share)) / WAD
  }

  function trade([from, to]: Indexes, amountIn: bigint) {
    const balances = state.balances.map((balance, k) => (k === from ? fits(balance + amountIn) : balance))
    const scaled = scale(balances)
    const { balance, product } = solve(scaled, to)
    const bought = unscale(fits(at(scaled, to) - balance - 1n), to)
    const amountOut = fits(bought - (getFee(scaled.with(to, balance)) * bought) / FEE_UNIT)
    return { amountOut, scaled, balances, balance, product }
  }

  /** Returns the result of the contract's `get_dy`, or undefined if it reverts. */
  function preview(indexes: Indexes, amountIn: bigint): bigint | undefined {
    return amountIn > 0n ? checked(() => trade(indexes, amountIn).amountOut) : undefined
  }

  /**
   * Returns undefined if the contract's `exchange` reverts, except for reverts while it moves its
   * price scale. Also undefined near the bounds of what it trades.
   */
  function sell(indexes: Indexes, amountIn: bigint): Sold | undefined {
    return checked(() => {
      const [from, to] = indexes
      const { amountOut, scaled, balances, balance, product } = trade(indexes, amountIn)
      const [low, high] = getTradedBounds(code, state.gamma)
      const whole = getInvariant()
      if (balance * WAD < low * whole || at(scaled, from) * WAD > high * whole) return undefined
      const left = balances.with(to, fits(at(balances, to) - amountOut))
      const found = scaled.with(to, at(scale(left), to))
      const next = findInvariant(code, state, { balances: found, product })
      within(next, INVARIANT_BOUNDS)
      const after = afterTrade(code, state, { balances: left, invariant: next })
      return after && { amountOut, after: canMove(after) ? undefined : after }
    })
  }

  /** Returns the result of the contract's `get_dx`, an approximate input. Throws if it reverts. */
  function guess([from, to]: Indexes, amountOut: bigint): bigint {
    let wanted = amountOut
    let amountIn = 0n
    for (let i = 0; i < INPUT_ROUNDS; i += 1) {
      const scaled = scale(state.balances.with(to, fits(at(state.balances, to) - wanted)))
      const { balance } = solve(scaled, from)
      amountIn = unscale(fits(balance - at(scaled, from)), from)
      wanted = amountOut + fits(getFee(scaled.with(from, balance)) * wanted) / FEE_UNIT + 1n
    }
    return amountIn
  }

  /**
   * Returns the executor's input for at least this amount: starts at the contract's guess for one
   * unit less and adds the missing share and doubling steps. Returns undefined for fees that allow
   * inputs far above the minimum.
   */
  function buy(indexes: Indexes, amountOut: bigint): bigint | undefined {
    if (outFee > MAX_PURCHASE_FEE) return undefined
    return checked(() => {
      let amountIn = guess(indexes, amountOut > 1n ? amountOut - 1n : 1n)
      let step = amountIn / FINENESS + 1n
      if (amountIn === 0n) amountIn = 1n
      for (let i = 0; i < MAX_STEPS; i += 1) {
        const bought = trade(indexes, amountIn).amountOut
        if (bought >= amountOut) return amountIn
        amountIn += (amountIn * (amountOut - bought - 1n)) / amountOut + step
        step *= 2n
      }
      return undefined
    })
  }

  return {
    /**
     * Returns balances in whole tokens of the first coin with 18 decimals, or undefined if the
     * contract reverts.
     */
    getScaled: () => checked(() => scale(state.balances)),
    /** Returns undefined if the contract cannot trade. */
    getInvariant: () =>
      checked(() => {
        checkParameters(code, state)
        return within(getInvariant(), INVARIANT_BOUNDS)
      }),
    preview,
    sell,
    buy,
  }
}

/** Returns how even balances are: 10 ** 18 if they are equal. */
function getEvenness({ count }: CryptoCode, [a = 0n, b = 0n, c = 0n]: readonly bigint[]): bigint {
  const sum = fits(a + b + c)
  if (count === 2) return fits((fits(4n * WAD * a) / sum) * b) / sum
  const first = fits(3n * WAD * a) / sum
  return fits((fits(first * 3n * b) / sum) * 3n * c) / sum
}

function at(values: readonly bigint[], index: number): bigint {
  return values[index] ?? 0n
}
