import {
  MAX_SQRT_PRICE_LIMIT,
  MAX_TICK,
  MIN_SQRT_PRICE_LIMIT,
  MIN_TICK,
  tickAtSqrtPrice,
} from './tick-math.ts'
import { endOfWord, getWordAhead, WORD_LAST } from './tick-words.ts'
import { keepNearest, type LiquidityChange, lastAtOrBelow, type Tick, withPosition } from './ticks.ts'
import { FEE_UNIT, swapStep } from './v3-step.ts'

/**
 * Maximum number of bitmap words of a swap. At a spacing of 1 they move the price 480,000 times.
 * Anyone can extend a pool to all 3,466 words with one unit of liquidity.
 */
const MAX_WORDS = 512
/** After this many words, a lookahead checks whether the pool can fill the order. */
const LONG_WAY = 8

export interface V3State {
  sqrtPrice: bigint
  tick: number
  liquidity: bigint
  /** Sorted by index. */
  ticks: readonly Tick[]
}

/** Returns the state after a position changed, or the same state without a change. */
export function withLiquidity<State extends V3State>(state: State, change: LiquidityChange): State {
  const { lower, upper, delta } = change
  if (delta === 0n) return state
  const isActive = lower <= state.tick && state.tick < upper
  return {
    ...state,
    liquidity: isActive ? state.liquidity + delta : state.liquidity,
    ticks: keepNearest(withPosition(state.ticks, change), state.tick),
  }
}

export interface V3Market {
  /** In millionths. */
  fee: bigint
  /** Undefined if a swap pauses only at initialized ticks, as in Algebra. */
  tickSpacing: number | undefined
  sqrtPriceAt: (tick: number) => bigint
}

export interface V3Order {
  zeroForOne: boolean
  /** True if `amount` is the input or the output. */
  isInput: boolean
  amount: bigint
}

export interface V3Result {
  amountIn: bigint
  amountOut: bigint
  /** Number of initialized ticks crossed. */
  crossed: number
  /** Number of bitmap words left behind. */
  words: number
  sqrtPrice: bigint
  liquidity: bigint
  tick(): number
}

/**
 * Runs the contract's swap step by step. Returns undefined if the pool cannot fill the whole amount
 * within `MAX_WORDS` and its known ticks.
 */
export function swapV3(market: V3Market, state: V3State, order: V3Order): V3Result | undefined {
  const { zeroForOne, isInput } = order
  const { fee, tickSpacing, sqrtPriceAt } = market
  const limit = getPriceLimit(market, state, zeroForOne)
  let { sqrtPrice: price, tick, liquidity } = state
  let remaining = order.amount
  let amountIn = 0n
  let amountOut = 0n
  let crossed = 0
  let pauses = 0
  /** Two ticks around the price if it rests between word ends and initialized ticks. */
  let enclosing: [number, number] | undefined
  let position = lastAtOrBelow(state.ticks, tick) + (zeroForOne ? 0 : 1)

  while (remaining !== 0n) {
    const candidate = state.ticks[position]
    if (price === limit || (liquidity === 0n && !candidate)) return undefined
    const wordEnd = endOfWord(tick, tickSpacing, zeroForOne)
    // Without liquidity nothing is paid or rounded before the next tick.
    const isInitialised = candidate && (liquidity === 0n || isWithin(candidate.index, wordEnd, zeroForOne))
    const nextTick = isInitialised ? candidate.index : wordEnd
    const nextPrice = sqrtPriceAt(nextTick)
    const target = isBeyond(nextPrice, limit, zeroForOne) ? limit : nextPrice

    const step = swapStep({ zeroForOne, isInput, remaining, fee, liquidity, price, target })
    remaining -= isInput ? step.amountIn : step.amountOut
    amountIn += step.amountIn
    amountOut += step.amountOut

    if (step.reached === nextPrice) {
      if (isInitialised) {
        if (candidate.isEnd) return undefined
        liquidity += zeroForOne ? -candidate.net : candidate.net
        position += zeroForOne ? -1 : 1
        crossed += 1
      }
      tick = zeroForOne ? nextTick - 1 : nextTick
      enclosing = undefined
    } else if (step.reached !== price) {
      enclosing = zeroForOne ? [nextTick, tick] : [tick, nextTick]
    }
    price = step.reached
    if (!isInitialised) pauses += 1
    if (!isInitialised && pauses === LONG_WAY) {
      if (!canFill(market, state, { ...order, remaining, price, liquidity, position, limit }))
        return undefined
    }
  }

  const tickAfter = () => (enclosing ? tickAtSqrtPrice(price, enclosing[0], enclosing[1]) : tick)
  const words = Math.abs(
    getWordAhead(tick, tickSpacing, zeroForOne) - getWordAhead(state.tick, tickSpacing, zeroForOne),
  )
  return { amountIn, amountOut, crossed, words, sqrtPrice: price, liquidity, tick: tickAfter }
}

/** Returns the price limit of any swap. */
export function getPriceLimit(
  { tickSpacing, sqrtPriceAt }: V3Market,
  { tick }: V3State,
  zeroForOne: boolean,
): bigint {
  const limit = zeroForOne ? MIN_SQRT_PRICE_LIMIT : MAX_SQRT_PRICE_LIMIT
  if (tickSpacing === undefined) return limit
  const way = (MAX_WORDS - 1) * (WORD_LAST + 1) * tickSpacing
  const last = endOfWord(zeroForOne ? tick - way : tick + way, tickSpacing, zeroForOne)
  const price = last > MIN_TICK && last < MAX_TICK ? sqrtPriceAt(last) : limit
  return isBeyond(price, limit, zeroForOne) ? limit : price
}

/** Units by which the contract's rounding may change the amount of a step before the fee. */
const ROUNDING = 4n

interface Way extends V3Order {
  /** The remaining amount. */
  remaining: bigint
  price: bigint
  liquidity: bigint
  /** Index of the next tick. */
  position: number
  limit: bigint
}

/** Checks whether the ranges ahead can take the remainder, without pausing at each word. */
function canFill({ fee, sqrtPriceAt }: V3Market, { ticks }: V3State, way: Way): boolean {
  const { zeroForOne, isInput, limit } = way
  let { remaining, price, liquidity, position } = way
  remaining -= (BigInt(MAX_WORDS + ticks.length) * ROUNDING * FEE_UNIT) / (FEE_UNIT - fee)
  for (let tick = ticks[position]; tick && price !== limit && remaining > 0n; tick = ticks[position]) {
    const next = sqrtPriceAt(tick.index)
    const target = isBeyond(next, limit, zeroForOne) ? limit : next
    const step = swapStep({ zeroForOne, isInput, remaining, fee, liquidity, price, target })
    remaining -= isInput ? step.amountIn : step.amountOut
    price = step.reached
    liquidity += zeroForOne ? -tick.net : tick.net
    position += zeroForOne ? -1 : 1
  }
  return remaining <= 0n
}

function isWithin(index: number, wordEnd: number, zeroForOne: boolean): boolean {
  return zeroForOne ? index >= wordEnd : index <= wordEnd
}

function isBeyond(price: bigint, limit: bigint, zeroForOne: boolean): boolean {
  return zeroForOne ? price < limit : price > limit
}
