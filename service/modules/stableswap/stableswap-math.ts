import { checked, fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import { createInvariant, type Places, type PlainCode, ROUNDINGS, type Rounding } from './invariant.ts'

/** What a pool of StableSwap trades by. Balances and amounts are base units of each coin. */
export interface StableswapState {
  balances: readonly bigint[]
  /** As the contract names it: it counts once for each coin. */
  amplification: bigint
  /** Of FEE_UNIT, taken from the output. */
  fee: bigint
  /** Share of the fee that leaves the pool's balances, of FEE_UNIT. */
  adminFee: bigint
}

/** Besides, of a pool of StableSwap-NG. */
export interface NgState extends StableswapState {
  /** What the fee grows by as balances part, of FEE_UNIT: not at all up to one. */
  feeMultiplier: bigint
}

export const FEE_UNIT = 10n ** 10n
/** A trade leaves at least this part of what is bought: beyond it, a unit costs so much that rounding decides. */
export const LEFT = 16n
/** For the fee that goes with what is bought with it. */
const FEE_ROUNDS = 32
/** After so many, one that is more than enough will do. */
const EXACT_ROUNDS = 24
/** How far an input may be from where Newton's method ended, or was for a larger fee. */
const MAX_STEP = 2n ** 16n

/** What is left of a trade, and what it brings. */
export interface Sold<State> {
  amountOut: bigint
  after: State
}

/** A plain pool of one code in one state, with the amounts by its contract's own arithmetic, rounded as there. */
export function createStableswap(scales: readonly bigint[], state: StableswapState, code: PlainCode) {
  const rates = scales.map((scale) => scale * WAD)
  const market = createMarket(rates, { ...state, feeMultiplier: 0n }, ROUNDINGS[code])

  /** What the contract's `get_dy` answers. */
  function preview(places: Places, amountIn: bigint): bigint | undefined {
    return checked(() => {
      const { bought, amountOut } = market.trade(places, amountIn)
      const answer = fits(bought) / (scales[places.to] ?? 0n)
      return ROUNDINGS[code].roundsPreview ? answer - (state.fee * answer) / FEE_UNIT : amountOut
    })
  }

  function sell(places: Places, amountIn: bigint): Sold<StableswapState> | undefined {
    const sold = market.sell(places, amountIn, (trade) => {
      return code === 'first'
        ? (trade.y + trade.taken - trade.admin) / (scales[places.to] ?? 0n)
        : getLeft({ rates, state }, places, trade)
    })
    return sold && { amountOut: sold.amountOut, after: { ...state, balances: sold.balances } }
  }

  return { ...market, preview, sell }
}

/** A pool of StableSwap-NG. `rates`: what 10 ** 18 base units of each coin count for. */
export function createStableswapNg(rates: readonly bigint[], state: NgState) {
  const market = createMarket(rates, state, ROUNDINGS.twoCoins)

  function sell(places: Places, amountIn: bigint): Sold<NgState> | undefined {
    const sold = market.sell(places, amountIn, (trade) => getLeft({ rates, state }, places, trade))
    return sold && { amountOut: sold.amountOut, after: { ...state, balances: sold.balances } }
  }

  return { ...market, sell }
}

/** A trade, with 18 decimals: of `bought` the fee is `taken`, and of that `admin` leaves the pool's balances. */
interface Trade {
  y: bigint
  bought: bigint
  taken: bigint
  admin: bigint
  /** In base units. */
  amountOut: bigint
}

/** The balance of what was bought, by all codes but the first. */
function getLeft(
  { rates, state }: { rates: readonly bigint[]; state: StableswapState },
  { to }: Places,
  { amountOut, admin }: Trade,
): bigint {
  return at(state.balances, to) - amountOut - (admin * WAD) / at(rates, to)
}

function createMarket(rates: readonly bigint[], state: NgState, rounding: Rounding) {
  const { balances, fee, adminFee, feeMultiplier } = state
  const scaled = balances.map((balance, i) => (balance * at(rates, i)) / WAD)
  const invariant = createInvariant(scaled, state.amplification, rounding)
  const { withheld } = rounding

  /** The fee of a trade that leaves these balances: by the means of both before and after it. */
  function getFee({ from, to }: Places, x: bigint, y: bigint): bigint {
    if (feeMultiplier <= FEE_UNIT) return fee
    const [a, b] = [(at(scaled, from) + x) / 2n, (at(scaled, to) + y) / 2n]
    const evenness = fits((feeMultiplier - FEE_UNIT) * 4n * a * b) / fits((a + b) ** 2n)
    return (feeMultiplier * fee) / (evenness + FEE_UNIT)
  }

  function trade(places: Places, amountIn: bigint): Trade {
    const { from, to } = places
    const x = at(scaled, from) + fits(amountIn * at(rates, from)) / WAD
    const y = invariant.solve(places, x)
    const bought = at(scaled, to) - y - withheld
    const taken = bought > 0n ? (bought * getFee(places, x, y)) / FEE_UNIT : 0n
    const admin = (taken * adminFee) / FEE_UNIT
    return { y, bought, taken, admin, amountOut: ((bought - taken) * WAD) / at(rates, to) }
  }

  /** Undefined where the contract reverts, or would be left with too little. `getLeft`: the balance of what was bought. */
  function sell(places: Places, amountIn: bigint, getLeft: (trade: Trade) => bigint) {
    return checked(() => {
      const made = trade(places, amountIn)
      if (made.bought < 0n || made.y * LEFT < at(scaled, places.to)) return undefined
      const left = fits(getLeft(made))
      const next = balances.map((balance, k) =>
        k === places.from ? balance + amountIn : k === places.to ? left : balance,
      )
      return { amountOut: made.amountOut, balances: next }
    })
  }

  /**
   * An input that brings at least this much; undefined when there is none. A unit less does not, but where the fee moves with
   * the amount it is taken from, or far from balance, it may be some ten-millionths too much.
   */
  function buy(places: Places, amountOut: bigint): bigint | undefined {
    return checked(() => {
      const { from, to } = places
      const wanted = (amountOut * at(rates, to) - 1n) / WAD + 1n
      let x = 0n
      let share = fee
      for (let i = 0; i < FEE_ROUNDS; i += 1) {
        // The least that, less this fee, is enough.
        const bought = fits((wanted - 1n) * FEE_UNIT) / (FEE_UNIT - share) + 1n
        const y = at(scaled, to) - bought - withheld
        // A fee on the way to the right one may take more than may be left: whether the trade does is seen when it is made.
        if (y <= 0n) return undefined
        x = invariant.solve({ from: to, to: from }, y)
        const next = getFee(places, x, y)
        if (next === share || (i >= EXACT_ROUNDS && next < share)) break
        share = next
      }
      const gap = x - at(scaled, from)
      const isEnough = (amountIn: bigint) => {
        const { bought, taken } = trade(places, amountIn)
        return bought - taken >= wanted
      }
      return findLeast(gap > 0n ? (gap * WAD - 1n) / at(rates, from) + 1n : 1n, isEnough)
    })
  }

  const getInvariant = () => checked(invariant.get)
  return { scaled, getInvariant, getFee, trade, sell, buy }
}

/** From a first guess, by steps that double, as the executor goes. */
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
