import { checked, fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import { createInvariant, type Indexes, type PlainCode, ROUNDINGS, type Rounding } from './invariant.ts'

/** The state of a StableSwap pool. Balances and amounts are base units of each coin. */
export interface StableswapState {
  balances: readonly bigint[]
  /** As the contract returns it. It counts once per coin. */
  amplification: bigint
  /** As a share of FEE_UNIT, taken from the output. */
  fee: bigint
  /** The part of the fee that leaves the pool's balances, as a share of FEE_UNIT. */
  adminFee: bigint
}

/** Additional state of a StableSwap-NG pool. */
export interface NgState extends StableswapState {
  /** Growth of the fee as balances diverge, in FEE_UNIT. No growth up to one. */
  feeMultiplier: bigint
}

export const FEE_UNIT = 10n ** 10n
/**
 * A trade leaves at least this fraction of the bought coin. Beyond it rounding dominates the price.
 */
export const LEFT = 16n
/** Rounds that solve for the fee of a purchase. */
const FEE_ROUNDS = 32
/** After this many rounds a slightly larger fee is accepted. */
const EXACT_ROUNDS = 24
/** Maximum distance of an input from the result of Newton's method. */
const MAX_STEP = 2n ** 16n

/** The output of a trade and the pool after it. */
export interface Sold<State> {
  amountOut: bigint
  after: State
}

/** Creates a plain pool of one code in one state, with the exact arithmetic of its contract. */
export function createStableswap(scales: readonly bigint[], state: StableswapState, code: PlainCode) {
  const rates = scales.map((scale) => scale * WAD)
  const market = createMarket(rates, { ...state, feeMultiplier: 0n }, ROUNDINGS[code])

  /** Returns the result of the contract's `get_dy`. */
  function preview(indexes: Indexes, amountIn: bigint): bigint | undefined {
    return checked(() => {
      const { bought, amountOut } = market.trade(indexes, amountIn)
      const result = fits(bought) / (scales[indexes.to] ?? 0n)
      return ROUNDINGS[code].roundsPreview ? result - (state.fee * result) / FEE_UNIT : amountOut
    })
  }

  function sell(indexes: Indexes, amountIn: bigint): Sold<StableswapState> | undefined {
    const sold = market.sell(indexes, amountIn, (trade) => {
      return code === 'first'
        ? (trade.y + trade.taken - trade.admin) / (scales[indexes.to] ?? 0n)
        : getLeft({ rates, state }, indexes, trade)
    })
    return sold && { amountOut: sold.amountOut, after: { ...state, balances: sold.balances } }
  }

  return { ...market, preview, sell }
}

/** Creates a StableSwap-NG pool. `rates` are the values of 10 ** 18 base units of each coin. */
export function createStableswapNg(rates: readonly bigint[], state: NgState) {
  const market = createMarket(rates, state, ROUNDINGS.twoCoins)

  function sell(indexes: Indexes, amountIn: bigint): Sold<NgState> | undefined {
    const sold = market.sell(indexes, amountIn, (trade) => getLeft({ rates, state }, indexes, trade))
    return sold && { amountOut: sold.amountOut, after: { ...state, balances: sold.balances } }
  }

  return { ...market, sell }
}

/**
 * A trade with 18 decimals: `taken` is the fee on `bought`, and `admin` the part that leaves the
 * pool's balances.
 */
interface Trade {
  y: bigint
  bought: bigint
  taken: bigint
  admin: bigint
  /** In base units. */
  amountOut: bigint
}

/** Returns the remaining balance of the bought coin for all codes but the first. */
function getLeft(
  { rates, state }: { rates: readonly bigint[]; state: StableswapState },
  { to }: Indexes,
  { amountOut, admin }: Trade,
): bigint {
  return at(state.balances, to) - amountOut - (admin * WAD) / at(rates, to)
}

function createMarket(rates: readonly bigint[], state: NgState, rounding: Rounding) {
  const { balances, fee, adminFee, feeMultiplier } = state
  const scaled = balances.map((balance, i) => (balance * at(rates, i)) / WAD)
  const invariant = createInvariant(scaled, state.amplification, rounding)
  const { withheld } = rounding

  /** Returns the fee of a trade from the mean balances before and after it. */
  function getFee({ from, to }: Indexes, x: bigint, y: bigint): bigint {
    if (feeMultiplier <= FEE_UNIT) return fee
    const [a, b] = [(at(scaled, from) + x) / 2n, (at(scaled, to) + y) / 2n]
    const evenness = fits((feeMultiplier - FEE_UNIT) * 4n * a * b) / fits((a + b) ** 2n)
    return (feeMultiplier * fee) / (evenness + FEE_UNIT)
  }

  function trade(indexes: Indexes, amountIn: bigint): Trade {
    const { from, to } = indexes
    const x = at(scaled, from) + fits(amountIn * at(rates, from)) / WAD
    const y = invariant.solve(indexes, x)
    const bought = at(scaled, to) - y - withheld
    const taken = bought > 0n ? (bought * getFee(indexes, x, y)) / FEE_UNIT : 0n
    const admin = (taken * adminFee) / FEE_UNIT
    return { y, bought, taken, admin, amountOut: ((bought - taken) * WAD) / at(rates, to) }
  }

  /**
   * Returns undefined if the contract reverts or would keep too little. `getLeft` returns the
   * remaining balance of the bought coin.
   */
  function sell(indexes: Indexes, amountIn: bigint, getLeft: (trade: Trade) => bigint) {
    return checked(() => {
      const made = trade(indexes, amountIn)
      if (made.bought < 0n || made.y * LEFT < at(scaled, indexes.to)) return undefined
      const left = fits(getLeft(made))
      const next = balances.map((balance, k) =>
        k === indexes.from ? balance + amountIn : k === indexes.to ? left : balance,
      )
      return { amountOut: made.amountOut, balances: next }
    })
  }

  /**
   * Returns an input that yields at least this amount, or undefined without one. It is the minimum,
   * except for a dynamic fee or far from balance, where it may be some ten-millionths too large.
   */
  function buy(indexes: Indexes, amountOut: bigint): bigint | undefined {
    return checked(() => {
      const { from, to } = indexes
      const wanted = (amountOut * at(rates, to) - 1n) / WAD + 1n
      let x = 0n
      let share = fee
      for (let i = 0; i < FEE_ROUNDS; i += 1) {
        // The smallest amount that suffices after this fee.
        const bought = fits((wanted - 1n) * FEE_UNIT) / (FEE_UNIT - share) + 1n
        const y = at(scaled, to) - bought - withheld
        // An intermediate fee may exceed the limit. The final trade is checked later.
        if (y <= 0n) return undefined
        x = invariant.solve({ from: to, to: from }, y)
        const next = getFee(indexes, x, y)
        if (next === share || (i >= EXACT_ROUNDS && next < share)) break
        share = next
      }
      const gap = x - at(scaled, from)
      const isEnough = (amountIn: bigint) => {
        const { bought, taken } = trade(indexes, amountIn)
        return bought - taken >= wanted
      }
      return findLeast(gap > 0n ? (gap * WAD - 1n) / at(rates, from) + 1n : 1n, isEnough)
    })
  }

  const getInvariant = () => checked(invariant.get)
  return { scaled, getInvariant, getFee, trade, sell, buy }
}

/** Starts at a guess and doubles its steps, like the executor. */
function findLeast(guess: bigint, isEnough: (amountIn: bigint) => boolean): bigint {
  let amountIn = guess
  let step = 1n
  for (; !isEnough(amountIn); step *= 2n) amountIn += step
  for (step = 1n; step < MAX_STEP && amountIn > step && isEnough(amountIn - step); step *= 2n)
    amountIn -= step
  for (step /= 2n; step > 0n; step /= 2n) {
    if (amountIn > step && isEnough(amountIn - step)) amountIn -= step
  }
  return amountIn
}

function at(values: readonly bigint[], index: number): bigint {
  return values[index] ?? 0n
}
