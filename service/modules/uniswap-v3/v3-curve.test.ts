import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import {
  buyFrom,
  type Curve,
  createFill,
  forPurchase,
  getTradeGas,
  sellInto,
  sellUntil,
} from '../core/curve.ts'
import { drawV3Pool } from '../testing/draw-v3-pool.ts'
import { sampleV3Pool } from '../testing/sample-pools.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'

const POOLS = 400
const TRADES = 12

interface Trade {
  planned: number
  executed: number
  /** Factor by which the trade moves the price, at least 1. */
  moved: number
}

/**
 * Trades of random pools in both directions that end at random prices up to `furthest` times the
 * initial one.
 */
function drawTrades(type: 'SELL' | 'BUY', furthest: number): Trade[] {
  const random = createRandom(3)
  const fill = createFill()
  const trades: Trade[] = []
  for (let n = 0; n < POOLS; n += 1) {
    const pool = drawV3Pool(random)
    for (const zeroForOne of [true, false]) {
      const whole = pool.curve(zeroForOne)
      if (!whole) continue
      const curve: Curve = type === 'SELL' ? whole : forPurchase(whole)
      const last = Math.min(furthest, ((curve.starts.at(-1) as number) / (curve.starts[0] as number)) ** 2)
      for (let i = 0; i < TRADES; i += 1) {
        sellUntil(curve, curve.startPrice / last ** random.next(), fill)
        const amount = BigInt(Math.floor(type === 'SELL' ? fill.input : fill.output))
        // A trade that ends in a gap may count for either segment.
        if (fill.liquidity === 0 || amount < 10n ** 12n) continue
        const swap =
          type === 'SELL' ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
        if (!swap) throw new Error('The curve has more capacity than its pool')
        if (type === 'SELL') sellInto(curve, Number(amount), fill)
        else buyFrom(curve, Number(amount), fill)
        const moved = (fill.t / (curve.starts[0] as number)) ** 2
        trades.push({ planned: getTradeGas(curve, fill), executed: swap.gas, moved })
      }
    }
  }
  return trades
}

describe('gas of a trade in a concentrated liquidity curve', () => {
  it.each(['SELL', 'BUY'] as const)('equals the gas of the swap, across bitmap words too (%s)', (type) => {
    const trades = drawTrades(type, 2)
    expect(trades.length).toBeGreaterThan(POOLS * TRADES)
    expect(trades.filter(({ planned, executed }) => planned !== executed)).toEqual([])
  })

  it.each(['SELL', 'BUY'] as const)(
    'never exceeds the gas of the swap, however far the price moves (%s)',
    (type) => {
      const trades = drawTrades(type, Number.POSITIVE_INFINITY)
      expect(trades.filter(({ moved }) => moved > 4).length).toBeGreaterThan(POOLS)
      expect(trades.filter(({ planned, executed }) => planned > executed)).toEqual([])
    },
  )

  it('needs no segment for each of hundreds of words', () => {
    const positions = [{ lower: MIN_TICK, upper: MAX_TICK, delta: 10n ** 20n }]
    const { liquidity } = sampleV3Pool({ tick: 0, positions }, { tickSpacing: 1 }).curve(true)!
    expect(liquidity.length).toBeLessThan(32)
  })
})
