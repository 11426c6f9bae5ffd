import { describe, expect, it } from 'vitest'
import { splitOutput } from './fees.ts'

const parameters = {
  settlementFeeBps: 3,
  floor: undefined,
  partnerFeeBps: 0,
  slippageBps: 50,
  hasPartner: true,
}

describe('fees', () => {
  it('are each computed from the gross output and rounded down', () => {
    expect(splitOutput(1_000_999n, { ...parameters, partnerFeeBps: 25 })).toEqual({
      partnerFee: 2_502n,
      settlementFee: 300n,
      requestedSettlementFee: 300n,
      net: 998_197n,
      effective: 998_197n,
      minimum: 993_206n,
      surplusThreshold: 2n ** 256n - 1n,
    })
  })

  it('are at least 0.2 cent if the output has a price', () => {
    expect(splitOutput(1_000_000n, { ...parameters, floor: 2_000n })?.settlementFee).toBe(2_000n)
    expect(splitOutput(100_000_000n, { ...parameters, floor: 2_000n })?.settlementFee).toBe(30_000n)
  })

  it('make a trade unprofitable if the minimum exceeds a tenth of the output', () => {
    expect(splitOutput(20_000n, { ...parameters, floor: 2_000n })?.net).toBe(18_000n)
    expect(splitOutput(19_999n, { ...parameters, floor: 2_000n })).toBeUndefined()
  })

  it('leave a minimum output of at least one unit', () => {
    expect(splitOutput(1n, { ...parameters, slippageBps: 5_000 })?.minimum).toBe(1n)
  })
})
