import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../../../wire/testing/random.ts'
import { type Curve, createCurve, createFill, getTradeGas } from '../../../modules/core/curve.ts'
import { getMaxGain } from '../network/bound.ts'
import type { TradeProblem } from '../network/plan.ts'
import { PURCHASE, SALE, type Side } from '../network/side.ts'
import { optimizeTrade } from '../optimize-trade.ts'
import { chooseSegments, splitSegments } from './segment-ranges.ts'

const AMOUNT = 1e12
const STEPS = 40

/**
 * Pools from the input to the output over at most one token, with few segments each. Their gas is a
 * large part of a leg.
 */
function drawProblem(random: Random, side: Side): TradeProblem {
  const hops = [
    [0, 2],
    [2, 1],
    [0, 1],
  ] as const
  const edges = hops.slice(0, random.next() < 0.5 ? 2 : 3).map(([from, to], e) => {
    const starts = [1 + random.next() * 0.01]
    const liquidity: number[] = []
    for (let k = 0; k < 4; k += 1) {
      starts.push((starts[k] as number) * (1 + Math.exp(random.next() * 4 - 8)))
      liquidity.push(AMOUNT * Math.exp(random.next() * 4))
    }
    starts.push((starts[4] as number) * 9)
    liquidity.push(AMOUNT * 9)
    const curve = createCurve({
      keep: 0.997,
      starts,
      liquidity,
      gas: 90_000,
      segmentGas: drawSegmentGas(random),
    })
    return { from, to, curve, pool: { address: `0x${e}` }, zeroForOne: true }
  })
  const network = { tokens: ['in', 'out', 'between'], edges: edges as never }
  return { network, side, amount: AMOUNT, gasPrice: (AMOUNT * 0.002) / 90_000 }
}

/** Five segments. An initialized tick takes more gas than the end of a word. */
function drawSegmentGas(random: Random): number[] {
  const gas = [0]
  for (let k = 0; k < 4; k += 1) gas.push((gas[k] as number) + (random.next() < 0.5 ? 60_000 : 20_000))
  return gas
}

/** The largest net output of many splits between the path and the direct pool, including splits at ticks. */
function bestSplit({ network, side, amount, gasPrice }: TradeProblem): number {
  const [first, last, direct] = network.edges.map(({ curve }) => curve) as unknown as [Curve, Curve, Curve?]
  const fill = createFill()
  function net(share: number): number {
    let counted = 0
    let gas = 0
    const trade = (curves: readonly Curve[], part: number) => {
      let held = part
      for (const curve of curves) {
        side.enter(curve, held, fill)
        held = fill[side.leaves]
        gas += getTradeGas(curve, fill)
      }
      counted += held
    }
    if (share < 1) trade(side === SALE ? [first, last] : [last, first], amount * (1 - share))
    if (share > 0 && direct) trade([direct], amount * share)
    return side.sign * counted - gas * gasPrice
  }
  if (!direct) return net(0)
  const { netIn, out, keep } = direct
  const ticks = [...(side === SALE ? netIn.map((at) => at / keep) : out)].map(
    (at) => (at / amount) * (1 - 1e-9),
  )
  const shares = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS)
  return Math.max(...[...shares, ...ticks.filter((share) => share < 1)].map(net))
}

describe('cases of how many segments are crossed', () => {
  it.each([SALE, PURCHASE])('bound all trades, and leave little above the best ($type)', (side) => {
    const gaps: number[] = []
    const random = createRandom(7)
    for (let n = 0; n < 150; n += 1) {
      const problem = drawProblem(random, side)
      const found = optimizeTrade({
        ...problem,
        uncut: problem.network,
        maxLegs: 9,
        single: [0, 1],
        outer: undefined,
        isUnbounded: false,
        maxWork: 12_000,
        isLate: () => false,
      })
      const best = bestSplit(problem)
      expect(found.bound + 1e-10 * AMOUNT).toBeGreaterThanOrEqual(best)
      gaps.push(((found.bound - found.plan.net) / AMOUNT) * 1e4)
    }
    gaps.sort((a, b) => a - b)
    expect(gaps[Math.floor(gaps.length * 0.9)]).toBeLessThan(1)
  })

  it('are found where a trade that saves the gas of segments counts, with the same sum', () => {
    const curve = createCurve({
      keep: 1,
      starts: [1, 1.001, 2],
      liquidity: [1e6, 1e6],
      gas: 0,
      segmentGas: [0, 50],
    })
    const edge = { from: 0, to: 1, curve }
    const at = { prices: Float64Array.of(0.997, 1), gasPrice: 1 }
    const fill = createFill()
    const most = getMaxGain(edge, at, fill)
    const choice = chooseSegments(edge, at)
    expect(choice?.most).toBe(0)
    const [under, over] = splitSegments(edge, 0)
    expect(getMaxGain(under, at, fill)).toBe(most)
    expect(getMaxGain(over, at, fill)).toBeCloseTo(most - (choice?.weight ?? 0), 9)
    expect(chooseSegments(over, at)).toBeUndefined()
  })
})
