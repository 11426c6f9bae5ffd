import { describe, expect, it } from 'vitest'
import { capacityOf, createFill, fixedRateCurve, sellInto } from '../../modules/curve.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { dealFlows } from './deal-flows.ts'
import { INPUT, type Network, OUTPUT, type PoolEdge } from './network.ts'
import type { Flow, OrderedFlows } from './order-flows.ts'
import { NO_PLAN } from './plan.ts'

const MIDDLE = 2
const pool = sampleV2Pool({ reserve0: 1n, reserve1: 1n })
const E18 = 1e18

/** A hundred directly, and a thousand through a middle of which fifty can leave. */
const network: Network = {
  tokens: ['in', 'out', 'middle'],
  edges: [edge(INPUT, OUTPUT, 100), edge(INPUT, MIDDLE, 1000), edge(MIDDLE, OUTPUT, 50)],
}

function edge(from: number, to: number, capacity: number): PoolEdge {
  const curve = fixedRateCurve({ rate: 1, capacity: capacity * E18, gas: 1 })
  return { from, to, curve, pool, zeroForOne: true }
}

const flow = (index: number, amount: number): Flow => {
  const { from, to } = network.edges[index]!
  return { edge: index, from, to, amount: amount * E18, value: amount * E18 }
}

const evenly: OrderedFlows = {
  order: [INPUT, MIDDLE, OUTPUT],
  flows: [flow(0, 70), flow(1, 70), flow(2, 70)],
}

function deal(amount: number, flows = evenly) {
  return dealFlows({ network, amount: amount * E18, gasPrice: 0 }, flows)
}

describe('dealing out flows', () => {
  it('keeps to the proportions where there is room', () => {
    expect(deal(80).legs).toEqual([
      { edge: 0, share: 0.5 },
      { edge: 1, share: 0.5 },
      { edge: 2, share: 1 },
    ])
  })

  it('sends elsewhere what a pool, or the pools after it, cannot take', () => {
    for (const amount of [120, 149, 149.9999]) {
      const { legs, gross } = deal(amount)
      expect(gross / E18).toBeCloseTo(amount, 3)
      const held = [amount * E18, 0, 0]
      const fill = createFill()
      for (const { edge: index, share } of legs) {
        const { from, to, curve } = network.edges[index]!
        expect(held[from]! * share).toBeLessThan(capacityOf(curve))
        sellInto(curve, held[from]! * share, fill)
        held[to] = held[to]! + fill.output
      }
    }
  })

  it('is not done where the pools together cannot take all', () => {
    expect(deal(150.1)).toBe(NO_PLAN)
  })
})
