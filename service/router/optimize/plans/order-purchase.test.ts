import { describe, expect, it } from 'vitest'
import { fixedRateCurve } from '../../../modules/core/curve.ts'
import { sampleV2Pool } from '../../../modules/testing/sample-pools.ts'
import { INPUT, type Network, OUTPUT } from '../network/network.ts'
import type { Leg } from '../network/plan.ts'
import { orderPurchase } from './order-purchase.ts'

const [A, B] = [2, 3]

type Trade = readonly [from: number, to: number, contract: number]

function networkOf(trades: readonly Trade[]): Network {
  return {
    tokens: ['in', 'out', 'a', 'b'],
    edges: trades.map(([from, to, n]) => ({
      from,
      to,
      curve: fixedRateCurve({ rate: 1, capacity: 1, gas: 1 }),
      pool: sampleV2Pool({ reserve0: 1n, reserve1: 1n }, { n }),
      zeroForOne: true,
    })),
  }
}

/** Half of a token's need each, where two buy it. */
function legsOf(trades: readonly Trade[]): Leg[] {
  return trades.map(([, to], edge) => {
    const makers = trades.filter((trade) => trade[1] === to).length
    const isLast = !trades.slice(edge + 1).some((trade) => trade[1] === to)
    return { edge, share: 1 / makers, rest: isLast ? 0 : 0.5 }
  })
}

const order = (trades: readonly Trade[], maxLegs = 9) =>
  orderPurchase(networkOf(trades), legsOf(trades), maxLegs)?.map(({ edge }) => edge)

describe('the order of a purchase', () => {
  it('stays where the pairs of a contract are paid in the input', () => {
    expect(
      order([
        [B, OUTPUT, 1],
        [INPUT, OUTPUT, 7],
        [INPUT, B, 7],
      ]),
    ).toEqual([0, 2, 1])
  })

  it('pays one pair of a contract before it reads the price of the next', () => {
    expect(
      order([
        [A, OUTPUT, 7],
        [B, OUTPUT, 7],
        [INPUT, A, 1],
        [INPUT, B, 2],
      ]),
    ).toEqual([0, 2, 1, 3])
  })

  it('buys a token for each of them that needs it', () => {
    const trades: Trade[] = [
      [A, OUTPUT, 7],
      [B, OUTPUT, 1],
      [A, B, 7],
      [INPUT, A, 2],
    ]
    expect(order(trades)).toEqual([0, 3, 1, 2, 3])
    expect(order(trades, 4)).toBeUndefined()
  })

  it('buys a token once for others', () => {
    expect(
      order([
        [A, OUTPUT, 6],
        [B, OUTPUT, 1],
        [A, B, 5],
        [INPUT, A, 2],
      ]),
    ).toEqual([0, 1, 2, 3])
  })

  it('does not exist where a contract would make what it is paid in', () => {
    expect(
      order([
        [A, OUTPUT, 7],
        [B, A, 7],
        [INPUT, B, 1],
      ]),
    ).toBeUndefined()
  })
})
