import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../wire/testing/random.ts'
import { createFill, sellInto, sellUntil } from '../../../modules/core/curve.ts'
import { drawV3Pool } from '../../../modules/testing/draw-v3-pool.ts'
import { getMaxGain } from './bound.ts'

const POOLS = 300
const TRADES = 64

describe('the most that a trade gains at some prices', () => {
  it('is more than no trade of pools whose ticks lie many words of the bitmap apart, and near to the best', () => {
    const random = createRandom(5)
    const fill = createFill()
    let compared = 0
    for (let n = 0; n < POOLS; n += 1) {
      const pool = drawV3Pool(random)
      const zeroForOne = random.next() < 0.5
      const curve = pool.curve(zeroForOne)
      if (!curve) continue
      // Prices at which the trade moves the pool's price by up to a half, and gas below the gain.
      const price = curve.startPrice / 2 ** random.next()
      const prices = Float64Array.of(price, 1)
      sellUntil(curve, price, fill)
      const profit = fill.output - price * fill.input
      if (!(profit > 1e12)) continue
      const gasPrice = (profit * random.next()) / 100_000
      const most = fill.input
      const paid = random.next() < 0.5 ? 0 : Math.floor(random.next() * (fill.crossed + 1))
      // No trade ends in a gap.
      if (curve.liquidity[paid] === 0) continue
      // Where a segment ends, too: what a trade saves that stops there is the gas of the next.
      const ends = [...curve.netIn.subarray(paid + 1, fill.crossed + 1)].map((net) => net / curve.keep)
      const inputs = [...ends, ...Array.from({ length: TRADES }, () => most * random.next()), most]
      const gain = getMaxGain({ from: 0, to: 1, curve, paid }, { prices, gasPrice }, fill)
      let best = Number.NEGATIVE_INFINITY
      for (const input of inputs) {
        const amount = BigInt(Math.floor(input * (1 - 1e-9)))
        const swap = pool.exactInput(zeroForOne, amount)
        sellInto(curve, Number(amount), fill)
        if (!swap || fill.crossed < paid) continue
        best = Math.max(best, Number(swap.amountOut) - price * Number(amount) - swap.gas * gasPrice)
      }
      if (best === Number.NEGATIVE_INFINITY) continue
      compared += 1
      expect(gain).toBeGreaterThanOrEqual(best - 1e-9 * most * price)
      expect(gain - best).toBeLessThan(1e-3 * profit + 1e-6 * most * price)
    }
    expect(compared).toBeGreaterThan(POOLS / 2)
  })
})
