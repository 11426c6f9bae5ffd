import { type Curve, createCurve } from '../core/curve.ts'
import { lastAtOrBelow } from './ticks.ts'
import { getPriceLimit, type V3Market, type V3State } from './v3-swap.ts'

const Q96 = 2 ** 96

export interface V3Gas {
  swap: number
  crossing: number
  /** What buying an exact output takes more. Default: 0. */
  purchase?: number
}

/** The pool's ranges in one direction. The coordinate is the root of the price, or its inverse when that falls. */
export function v3Curve(market: V3Market, state: V3State, zeroForOne: boolean, gas: V3Gas): Curve {
  const at = (sqrtPrice: bigint) => (zeroForOne ? Q96 / Number(sqrtPrice) : Number(sqrtPrice) / Q96)
  const starts = [at(state.sqrtPrice)]
  const end = at(getPriceLimit(market, state, zeroForOne))
  const depths: number[] = []
  let { liquidity } = state
  let position = lastAtOrBelow(state.ticks, state.tick) + (zeroForOne ? 0 : 1)
  for (let tick = state.ticks[position]; tick; tick = state.ticks[position]) {
    const from = starts.at(-1) as number
    const to = Math.min(at(market.sqrtPriceAt(tick.index)), end)
    if (to > from) {
      starts.push(to)
      depths.push(Number(liquidity))
    }
    if (to === end) break
    liquidity += zeroForOne ? -tick.net : tick.net
    position += zeroForOne ? -1 : 1
  }
  const keep = 1 - Number(market.fee) / 1e6
  return createCurve({
    keep,
    starts,
    liquidity: depths,
    gas: gas.swap,
    segmentGas: gas.crossing,
    purchaseGas: gas.purchase ?? 0,
  })
}
