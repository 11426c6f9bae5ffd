import {
  amount0Between,
  amount1Between,
  divideUp,
  priceAfterInput,
  priceAfterOutput,
} from './sqrt-price-math.ts'
import {
  MAX_SQRT_PRICE_LIMIT,
  MAX_TICK,
  MIN_SQRT_PRICE_LIMIT,
  MIN_TICK,
  tickAtSqrtPrice,
} from './tick-math.ts'
import { lastAtOrBelow, type Tick } from './ticks.ts'

const FEE_UNIT = 1_000_000n
/** Ticks per word of the contract's bitmap. A swap pauses, and rounds, at the end of each word. */
const WORD_BITS = 8
const WORD_LAST = 255

export interface V3State {
  sqrtPrice: bigint
  tick: number
  liquidity: bigint
  /** Sorted by index. */
  ticks: readonly Tick[]
}

export interface V3Market {
  fee: bigint
  tickSpacing: number
  sqrtPriceAt: (tick: number) => bigint
}

export interface V3Order {
  zeroForOne: boolean
  /** Whether `amount` is what goes in, or what comes out. */
  isInput: boolean
  amount: bigint
}

export interface V3Result {
  amountIn: bigint
  amountOut: bigint
  /** Initialised ticks crossed. */
  crossed: number
  sqrtPrice: bigint
  liquidity: bigint
  tick(): number
}

/** The contract's swap, step for step; undefined when the pool cannot fill the order whole. */
export function swapV3(market: V3Market, state: V3State, order: V3Order): V3Result | undefined {
  const { zeroForOne, isInput } = order
  const limit = zeroForOne ? MIN_SQRT_PRICE_LIMIT : MAX_SQRT_PRICE_LIMIT
  const kept = FEE_UNIT - market.fee
  let { sqrtPrice, tick, liquidity } = state
  let remaining = order.amount
  let amountIn = 0n
  let amountOut = 0n
  let crossed = 0
  let enclosed: [number, number] | undefined
  let position = lastAtOrBelow(state.ticks, tick) + (zeroForOne ? 0 : 1)

  while (remaining !== 0n) {
    const candidate = state.ticks[position]
    if (sqrtPrice === limit || (liquidity === 0n && !candidate)) return undefined
    const wordEnd = endOfWord(tick, market.tickSpacing, zeroForOne)
    const isInitialised =
      candidate !== undefined && (zeroForOne ? candidate.index >= wordEnd : candidate.index <= wordEnd)
    const nextTick = isInitialised ? candidate.index : wordEnd
    const nextPrice = market.sqrtPriceAt(nextTick)
    const target = (zeroForOne ? nextPrice < limit : nextPrice > limit) ? limit : nextPrice

    const low = zeroForOne ? target : sqrtPrice
    const high = zeroForOne ? sqrtPrice : target
    let reached: bigint
    let stepIn: bigint
    let stepOut: bigint
    let fee: bigint
    if (isInput) {
      const budget = (remaining * kept) / FEE_UNIT
      const needed = zeroForOne
        ? amount0Between(low, high, liquidity, true)
        : amount1Between(low, high, liquidity, true)
      if (budget >= needed) {
        reached = target
        stepIn = needed
        fee = divideUp(stepIn * market.fee, kept)
      } else {
        reached = priceAfterInput(sqrtPrice, liquidity, budget, zeroForOne)
        stepIn =
          reached === target
            ? needed
            : zeroForOne
              ? amount0Between(reached, sqrtPrice, liquidity, true)
              : amount1Between(sqrtPrice, reached, liquidity, true)
        fee = reached === target ? divideUp(stepIn * market.fee, kept) : remaining - stepIn
      }
      stepOut = zeroForOne
        ? amount1Between(reached, sqrtPrice, liquidity, false)
        : amount0Between(sqrtPrice, reached, liquidity, false)
      remaining -= stepIn + fee
    } else {
      const available = zeroForOne
        ? amount1Between(low, high, liquidity, false)
        : amount0Between(low, high, liquidity, false)
      reached =
        remaining >= available ? target : priceAfterOutput(sqrtPrice, liquidity, remaining, zeroForOne)
      stepIn = zeroForOne
        ? amount0Between(reached, sqrtPrice, liquidity, true)
        : amount1Between(sqrtPrice, reached, liquidity, true)
      stepOut =
        reached === target
          ? available
          : zeroForOne
            ? amount1Between(reached, sqrtPrice, liquidity, false)
            : amount0Between(sqrtPrice, reached, liquidity, false)
      if (stepOut > remaining) stepOut = remaining
      fee = divideUp(stepIn * market.fee, kept)
      remaining -= stepOut
    }
    amountIn += stepIn + fee
    amountOut += stepOut

    if (reached === nextPrice) {
      if (isInitialised) {
        liquidity += zeroForOne ? -candidate.net : candidate.net
        position += zeroForOne ? -1 : 1
        crossed += 1
      }
      tick = zeroForOne ? nextTick - 1 : nextTick
      enclosed = undefined
    } else if (reached !== sqrtPrice) {
      enclosed = zeroForOne ? [nextTick, tick] : [tick, nextTick]
    }
    sqrtPrice = reached
  }

  return {
    amountIn,
    amountOut,
    crossed,
    sqrtPrice,
    liquidity,
    tick: () => (enclosed ? tickAtSqrtPrice(sqrtPrice, enclosed[0], enclosed[1]) : tick),
  }
}

/** The last tick of the bitmap word the search for the next tick looks at. */
function endOfWord(tick: number, spacing: number, zeroForOne: boolean): number {
  const compressed = Math.floor(tick / spacing)
  if (zeroForOne) return Math.max((compressed >> WORD_BITS) * (WORD_LAST + 1) * spacing, MIN_TICK)
  const word = (compressed + 1) >> WORD_BITS
  return Math.min((word * (WORD_LAST + 1) + WORD_LAST) * spacing, MAX_TICK)
}
