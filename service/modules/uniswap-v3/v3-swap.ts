import {
  MAX_SQRT_PRICE_LIMIT,
  MAX_TICK,
  MIN_SQRT_PRICE_LIMIT,
  MIN_TICK,
  tickAtSqrtPrice,
} from './tick-math.ts'
import { type LiquidityChange, lastAtOrBelow, MAX_TICKS, type Tick, withPosition } from './ticks.ts'
import { swapStep } from './v3-step.ts'

/** Ticks per word of the contract's bitmap. A swap pauses, and rounds, at the end of each word. */
const WORD_BITS = 8
const WORD_LAST = 255

export interface V3State {
  sqrtPrice: bigint
  tick: number
  liquidity: bigint
  /** Sorted by index. */
  ticks: readonly Tick[]
  /** It has more ticks than are kept: none is, and it does not trade until it is loaded again with fewer. */
  isOverfull?: boolean
}

/** The ticks of a state; undefined: too many. */
export function toTickState(ticks: readonly Tick[] | undefined): Pick<V3State, 'ticks' | 'isOverfull'> {
  return ticks && ticks.length <= MAX_TICKS ? { ticks } : { ticks: [], isOverfull: true }
}

/** The state after a position has grown or shrunk; itself when it has not. */
export function withLiquidity<State extends V3State>(state: State, change: LiquidityChange): State {
  const { lower, upper, delta } = change
  if (delta === 0n) return state
  const isActive = lower <= state.tick && state.tick < upper
  return {
    ...state,
    liquidity: isActive ? state.liquidity + delta : state.liquidity,
    ...(state.isOverfull ? {} : toTickState(withPosition(state.ticks, change))),
  }
}

export interface V3Market {
  /** Millionths. */
  fee: bigint
  /** Undefined: a swap pauses at initialized ticks alone, as in Algebra. */
  tickSpacing: number | undefined
  sqrtPriceAt: (tick: number) => bigint
}

export interface V3Order {
  zeroForOne: boolean
  /** Whether `amount` is the input or the output. */
  isInput: boolean
  amount: bigint
}

export interface V3Result {
  amountIn: bigint
  amountOut: bigint
  /** Number of initialized ticks crossed. */
  crossed: number
  sqrtPrice: bigint
  liquidity: bigint
  tick(): number
}

/** The contract's swap, step by step; undefined when the pool cannot fill the whole amount. */
export function swapV3(market: V3Market, state: V3State, order: V3Order): V3Result | undefined {
  const { zeroForOne, isInput } = order
  const { fee, tickSpacing, sqrtPriceAt } = market
  const limit = zeroForOne ? MIN_SQRT_PRICE_LIMIT : MAX_SQRT_PRICE_LIMIT
  let { sqrtPrice: price, tick, liquidity } = state
  let remaining = order.amount
  let amountIn = 0n
  let amountOut = 0n
  let crossed = 0
  /** Two ticks around the price, once it rests between word ends and initialized ticks. */
  let enclosing: [number, number] | undefined
  let position = lastAtOrBelow(state.ticks, tick) + (zeroForOne ? 0 : 1)

  while (remaining !== 0n) {
    const candidate = state.ticks[position]
    if (price === limit || (liquidity === 0n && !candidate)) return undefined
    const wordEnd = endOfWord(tick, tickSpacing, zeroForOne)
    const isInitialised = candidate && isWithin(candidate.index, wordEnd, zeroForOne)
    const nextTick = isInitialised ? candidate.index : wordEnd
    const nextPrice = sqrtPriceAt(nextTick)
    const target = isBeyond(nextPrice, limit, zeroForOne) ? limit : nextPrice

    const step = swapStep({ zeroForOne, isInput, remaining, fee, liquidity, price, target })
    remaining -= isInput ? step.amountIn : step.amountOut
    amountIn += step.amountIn
    amountOut += step.amountOut

    if (step.reached === nextPrice) {
      if (isInitialised) {
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
  }

  const tickAfter = () => (enclosing ? tickAtSqrtPrice(price, enclosing[0], enclosing[1]) : tick)
  return { amountIn, amountOut, crossed, sqrtPrice: price, liquidity, tick: tickAfter }
}

/** The last tick of the bitmap word the search for the next tick looks at. */
function endOfWord(tick: number, spacing: number | undefined, zeroForOne: boolean): number {
  if (spacing === undefined) return zeroForOne ? MIN_TICK : MAX_TICK
  const compressed = Math.floor(tick / spacing)
  if (zeroForOne) return Math.max((compressed >> WORD_BITS) * (WORD_LAST + 1) * spacing, MIN_TICK)
  const word = (compressed + 1) >> WORD_BITS
  return Math.min((word * (WORD_LAST + 1) + WORD_LAST) * spacing, MAX_TICK)
}

function isWithin(index: number, wordEnd: number, zeroForOne: boolean): boolean {
  return zeroForOne ? index >= wordEnd : index <= wordEnd
}

function isBeyond(price: bigint, limit: bigint, zeroForOne: boolean): boolean {
  return zeroForOne ? price < limit : price > limit
}
