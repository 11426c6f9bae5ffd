import { describe, expect, it } from 'vitest'
import { createMarket } from './market.ts'
import { questionOf } from './question.ts'
import { solve } from './solve.ts'
import { createSampleChain, dai, pair, sampleRequest, usdc, weth } from './testing/sample-chain.ts'
import { readTradeRequest } from './trade-request.ts'

const E18 = 10n ** 18n

function surgeOf(wethAmount: bigint, pools = [pair(1, [usdc, 3_000_000_000_000n], [weth, 1_000n * E18])]) {
  const chain = createSampleChain({ pools })
  const request = readTradeRequest(sampleRequest({ inputAmount: wethAmount.toString() }), [chain])
  return solve(questionOf(request, 8), createMarket(chain, chain.snapshot()!)).surge!
}

describe('the surge estimate', () => {
  it('is little more than twice the fee for a small trade', () => {
    expect(surgeOf(E18)).toMatchObject({ lossPercent: 1, isExcessive: false })
  })

  it('sees the depth, to which selling back into the moved pool is blind', () => {
    const surge = surgeOf(500n * E18)
    expect(surge.lossPercent).toBeGreaterThan(45)
    expect(surge.isExcessive).toBe(true)
  })

  it('lets exactly nine tenths pass', () => {
    const [below, above] = [54n, 50n].map((amount) => surgeOf(amount * E18))
    expect(below!.recovered * 10n < 54n * E18 * 9n).toBe(below!.isExcessive)
    expect(above!.isExcessive).toBe(false)
  })

  it('takes the better of several ways back', () => {
    const pools = [
      pair(1, [usdc, 3_000_000_000_000n], [weth, 1_000n * E18]),
      pair(2, [usdc, 3_000_000_000_000n], [dai, 3_000_000n * E18]),
      pair(3, [dai, 30_000_000n * E18], [weth, 10_000n * E18]),
    ]
    expect(surgeOf(100n * E18, pools).recovered).toBeGreaterThanOrEqual(surgeOf(100n * E18).recovered)
  })
})
