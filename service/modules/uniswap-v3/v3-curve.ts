import { type Curve, createCurve } from '../core/curve.ts'
import { endOfWord, getWordAhead } from './tick-words.ts'
import { lastAtOrBelow } from './ticks.ts'
import { getPriceLimit, type V3Market, type V3State } from './v3-swap.ts'

const Q96 = 2 ** 96

export interface V3Gas {
  swap: number
  crossing: number
  /** Additional gas of an exact output. Default: 0. */
  purchase?: number
}

/** Gas per bitmap word that a swap leaves, measured with Uniswap's QuoterV2. */
export const WORD_GAS = 7_300

/**
 * Ranges are divided up to this multiple of the coordinate, where the price has halved. 500 words
 * of a wide position would take more memory than the pool.
 */
const DIVIDED = Math.SQRT2

/**
 * Returns the pool's ranges in one direction, divided at the ends of bitmap words, where the gas
 * rises. Far from the price, words inside a range count from the next tick on. The coordinate is
 * the root of the price, or its inverse for a falling price.
 */
export function v3Curve(market: V3Market, state: V3State, zeroForOne: boolean, gas: V3Gas): Curve {
  const { tickSpacing, sqrtPriceAt } = market
  const at = (sqrtPrice: bigint) => (zeroForOne ? Q96 / Number(sqrtPrice) : Number(sqrtPrice) / Q96)
  const starts = [at(state.sqrtPrice)]
  const end = at(getPriceLimit(market, state, zeroForOne))
  const far = Math.min((starts[0] as number) * DIVIDED, end)
  const depths: number[] = []
  const gases: number[] = []
  let { liquidity, tick } = state
  let crossed = 0
  const isBefore = (a: number, b: number) => (zeroForOne ? a > b : a < b)
  const wordOf = (index: number) => getWordAhead(index, tickSpacing, zeroForOne)
  const nextWordEnd = () => endOfWord(tick, tickSpacing, zeroForOne)

  /** Adds the rest of the range up to a tick, with the gas of a trade that ends in it. */
  function addUntil(next: number): void {
    const to = Math.min(at(sqrtPriceAt(next)), end)
    if (to > (starts.at(-1) as number)) {
      starts.push(to)
      depths.push(Number(liquidity))
      gases.push(gas.crossing * crossed + WORD_GAS * Math.abs(wordOf(tick) - wordOf(state.tick)))
    }
    tick = zeroForOne ? next - 1 : next
  }

  let position = lastAtOrBelow(state.ticks, tick) + (zeroForOne ? 0 : 1)
  for (let next = state.ticks[position]; next && starts.at(-1) !== end; next = state.ticks[position]) {
    while (liquidity > 0n && (starts.at(-1) as number) < far && isBefore(nextWordEnd(), next.index)) {
      addUntil(nextWordEnd())
    }
    addUntil(next.index)
    crossed += 1
    liquidity += zeroForOne ? -next.net : next.net
    position += zeroForOne ? -1 : 1
  }
  const [first = 0] = gases
  return createCurve({
    keep: 1 - Number(market.fee) / 1e6,
    starts,
    liquidity: depths,
    gas: gas.swap + first,
    segmentGas: gases.map((one) => one - first),
    purchaseGas: gas.purchase ?? 0,
  })
}
