import { describe, expect, it } from 'vitest'
import { createFill, fixedRateCurve } from '../../../modules/core/curve.ts'
import { sampleV2Pool } from '../../../modules/testing/sample-pools.ts'
import { INPUT, type Network, OUTPUT, type PoolEdge } from '../network/network.ts'
import { NO_PLAN } from '../network/plan.ts'
import { PURCHASE, SALE, type Side } from '../network/side.ts'
import { allocateFlows } from './allocate-flows.ts'
import type { Flow } from './order-flows.ts'

const MIDDLE = 2
const pool = sampleV2Pool({ reserve0: 1n, reserve1: 1n })
const E18 = 1e18

function edge(from: number, to: number, capacity: number): PoolEdge {
  const curve = fixedRateCurve({ rate: 1, capacity: capacity * E18, gas: 1 })
  return { from, to, curve, pool, zeroForOne: true }
}

const tokens = ['in', 'out', 'middle']

/** A hundred directly; through a middle a thousand at first, and fifty after. */
const cases: [string, Side, Network][] = [
  [
    'of a sale',
    SALE,
    { tokens, edges: [edge(INPUT, OUTPUT, 100), edge(INPUT, MIDDLE, 1000), edge(MIDDLE, OUTPUT, 50)] },
  ],
  [
    'of a purchase',
    PURCHASE,
    { tokens, edges: [edge(INPUT, OUTPUT, 100), edge(MIDDLE, OUTPUT, 1000), edge(INPUT, MIDDLE, 50)] },
  ],
]

describe.each(cases)('dealing out flows %s', (_, side, network) => {
  const flows = network.edges.map(({ from, to }, index): Flow => {
    return { edge: index, from, to, input: 70 * E18, output: 70 * E18, value: 70 * E18 }
  })
  const order = [side.given, MIDDLE, side.counted]
  const deal = (amount: number) =>
    allocateFlows({ network, side, amount: amount * E18, gasPrice: 0 }, { order, flows })

  it('keeps to the proportions where there is room', () => {
    expect(deal(80).legs).toEqual([
      { edge: 0, share: 0.5, rest: 0.5 },
      { edge: 1, share: 0.5, rest: 0 },
      { edge: 2, share: 1, rest: 0 },
    ])
  })

  it('sends elsewhere what a pool, or the pools after it, cannot take', () => {
    for (const amount of [120, 149, 149.999]) {
      const { legs, net } = deal(amount)
      expect((net * side.sign) / E18).toBeCloseTo(amount, 3)
      const held = [0, 0, 0]
      held[side.given] = amount * E18
      const fill = createFill()
      for (const { edge: index, share } of legs) {
        const { [side.entry]: entry, [side.exit]: exit, curve } = network.edges[index]!
        expect(held[entry]! * share).toBeLessThan(side.maxEntry(curve))
        side.enter(curve, held[entry]! * share, fill)
        held[exit] = held[exit]! + fill[side.leaves]
      }
    }
  })

  it('leaves out a token of which none arrives, where no pool after it can take any', () => {
    const edges = network.edges.map((whole, index) => (index === 2 ? edge(whole.from, whole.to, 0) : whole))
    const problem = { network: { tokens, edges }, side, amount: 80 * E18, gasPrice: 0 }
    const { legs, net } = allocateFlows(problem, { order, flows })
    expect(legs).toEqual([{ edge: 0, share: 1, rest: 0 }])
    expect((net * side.sign) / E18).toBeCloseTo(80, 3)
  })

  it('is not done where the pools together cannot take all', () => {
    expect(deal(150.1)).toBe(NO_PLAN)
  })
})
