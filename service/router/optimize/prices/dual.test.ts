import { describe, expect, it } from 'vitest'
import { fixedRateCurve } from '../../../modules/core/curve.ts'
import { sampleV2Pool } from '../../../modules/testing/sample-pools.ts'
import { INPUT, type NetworkEdge, OUTPUT, type PoolEdge } from '../network/network.ts'
import { spotCosts, spotValues } from '../network/spot-values.ts'
import { trimFixedRates } from '../network/trim-fixed-rates.ts'
import { solveDual } from './dual.ts'

const E18 = 10n ** 18n
const MIDDLE = 2
const shallow = sampleV2Pool({ reserve0: 10_000n * E18, reserve1: 28_000_000n * E18 })
const deep = sampleV2Pool({ reserve0: 100_000n * E18, reserve1: 281_000_000n * E18 })

/** Two pools side by side, then a source of a fixed rate. */
function getChain(capacity: number): NetworkEdge[] {
  const vault = fixedRateCurve({ rate: 0.995, capacity, gas: 0 })
  return [
    ...[shallow, deep].map((pool) => ({ from: INPUT, to: MIDDLE, curve: pool.curve(true)! })),
    { from: MIDDLE, to: OUTPUT, curve: vault },
  ]
}

describe('the dual', () => {
  it('balances what flows into a token with what flows out', () => {
    for (const amount of [1e15, 1e19, 1e21, 1e22]) {
      const edges = getChain(amount * 1e5)
      const prices = spotValues(edges, { tokens: 3, target: OUTPUT })
      const { inputs, outputs } = solveDual({
        edges,
        numeraire: OUTPUT,
        supply: { token: INPUT, amount },
        prices,
      })
      expect((inputs[0]! + inputs[1]!) / amount).toBeCloseTo(1, 4)
      expect((outputs[0]! + outputs[1]!) / inputs[2]!).toBeCloseTo(1, 4)
    }
  })

  it('bounds the output from above and the input from below, from wherever it starts', () => {
    const edges = getChain(1e25)
    const amount = 1e21
    const values = spotValues(edges, { tokens: 3, target: OUTPUT })
    const sale = solveDual({ edges, numeraire: OUTPUT, supply: { token: INPUT, amount }, prices: values })
    const costs = spotCosts(edges, { tokens: 3, source: INPUT })
    const back = { token: OUTPUT, amount: -sale.value }
    const purchase = solveDual({ edges, numeraire: INPUT, supply: back, prices: costs })
    expect(-purchase.value / amount).toBeCloseTo(1, 6)
    for (const bias of [0.5, 0.999, 1.001, 3]) {
      const prices = values.map((value, token) => (token === OUTPUT ? 1 : value * bias))
      const other = solveDual({ edges, numeraire: OUTPUT, supply: { token: INPUT, amount }, prices })
      expect(other.value / sale.value).toBeCloseTo(1, 6)
    }
  })

  it('leaves out pools that do not earn their gas', () => {
    const edges = [shallow, deep].map((pool) => ({ from: INPUT, to: OUTPUT, curve: pool.curve(true)! }))
    const prices = spotValues(edges, { tokens: 2, target: OUTPUT })
    const supply = { token: INPUT, amount: 1e21 }
    const inputs = (gasPrice: number) => {
      const entry = gasPrice > 0 ? { entry: { gasPrice, softness: 0.05 } } : {}
      return solveDual({ edges, numeraire: OUTPUT, supply, prices, ...entry }).prices[INPUT]!
    }
    const alone = solveDual({ edges: [edges[1]!], numeraire: OUTPUT, supply, prices }).prices[INPUT]!
    expect(inputs(0)).toBeGreaterThan(alone * 1.0005)
    expect(inputs(1e17) / alone).toBeCloseTo(1, 6)
  })

  it('is not lost in sources that are immensely deeper than the trade', () => {
    const pools = [shallow, deep, shallow]
    const network = {
      tokens: ['in', 'out', 'middle'],
      edges: getChain(1e32).map((edge, i): PoolEdge => ({ ...edge, pool: pools[i]!, zeroForOne: true })),
    }
    const amount = 1e15
    const prices = spotValues(network.edges, { tokens: 3, target: OUTPUT })
    const { edges } = trimFixedRates(network, { value: amount * prices[INPUT]!, prices })
    const { inputs, outputs } = solveDual({
      edges,
      numeraire: OUTPUT,
      supply: { token: INPUT, amount },
      prices,
    })
    expect((inputs[0]! + inputs[1]!) / amount).toBeCloseTo(1, 4)
    expect((outputs[0]! + outputs[1]!) / inputs[2]!).toBeCloseTo(1, 4)
    expect(edges[0]?.curve).toBe(network.edges[0]?.curve)
  })
})
