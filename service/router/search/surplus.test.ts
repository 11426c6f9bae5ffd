import { describe, expect, it } from 'vitest'
import { grossFor, splitOutput, splitPurchase } from './fees.ts'
import { shareSurplus } from './surplus.ts'

const parameters = {
  settlementFeeBps: 3,
  floor: undefined,
  partnerFeeBps: 0,
  slippageBps: 200,
  hasPartner: true,
}

/** Implements the documented rule of the settlement contract. */
function paidOnChain(
  { gross, net, threshold, minimum }: { gross: bigint; net: bigint; threshold: bigint; minimum: bigint },
  hasPartner: boolean,
): bigint {
  const kept = [threshold, minimum].reduce((a, b) => (a > b ? a : b))
  const cap = (gross * 500n) / 10_000n
  const excess = net > kept ? net - kept : 0n
  const share = ((excess < cap ? excess : cap) * 33n) / 100n
  return net - share - (hasPartner ? share : 0n)
}

describe('shared surplus', () => {
  it('is the output above the benchmark, with a third each for treasury and partner', () => {
    const shared = shareSurplus({ gross: 10_100n, net: 10_000n, threshold: 9_900n }, parameters)
    expect(shared).toEqual({ effective: 10_000n - 66n, minimum: 9_735n })
    const alone = shareSurplus(
      { gross: 10_100n, net: 10_000n, threshold: 9_900n },
      { ...parameters, hasPartner: false },
    )
    expect(alone.effective).toBe(10_000n - 33n)
  })

  it('is 0 at or below the benchmark', () => {
    for (const threshold of [10_000n, 11_000n]) {
      expect(shareSurplus({ gross: 10_100n, net: 10_000n, threshold }, parameters).effective).toBe(10_000n)
    }
  })

  it('is at most 5 % of the output', () => {
    expect(
      shareSurplus(
        { gross: 10_000n, net: 10_000n, threshold: 5_000n },
        { ...parameters, slippageBps: 5_000 },
      ),
    ).toMatchObject({ effective: 10_000n - 2n * 165n })
  })

  it("equals the contract's result for the minimum that it sets", () => {
    for (const slippageBps of [0, 10, 50, 300, 5_000]) {
      for (const threshold of [0n, 700_000n, 999_000n, 999_500n, 2_000_000n]) {
        for (const hasPartner of [true, false]) {
          const output = { gross: 1_003_001n, net: 1_000_003n, threshold }
          const { effective, minimum } = shareSurplus(output, { slippageBps, hasPartner })
          expect(paidOnChain({ ...output, minimum }, hasPartner)).toBe(effective)
          expect(effective).toBeGreaterThanOrEqual(minimum)
        }
      }
    }
  })
})

describe('the gross output of a purchase', () => {
  it('is the smallest that leaves exactly the requested amount', () => {
    const sizes = [1n, 7n, 99n, 12_345n, 10n ** 6n, 987_654_321n, 10n ** 24n + 7n]
    for (const net of sizes) {
      for (const partnerFeeBps of [0, 1, 25, 1_000]) {
        for (const settlementFeeBps of [3, 5]) {
          const all = { ...parameters, partnerFeeBps, settlementFeeBps }
          const gross = grossFor(net, all)
          expect(splitPurchase(gross, all)).toMatchObject({ net, effective: net, minimum: net })
          for (let less = 1n; less <= 4n && gross > less; less += 1n) {
            expect(getNet(gross - less, all)).toBeLessThan(net)
          }
        }
      }
    }
  })

  it('includes the minimum settlement fee', () => {
    const all = { ...parameters, floor: 2_000n }
    expect(grossFor(1_000_000n, all)).toBe(1_002_000n)
    expect(splitPurchase(grossFor(10_000n, all), all)).toBeUndefined()
  })
})

function getNet(gross: bigint, all: typeof parameters): bigint {
  return splitOutput(gross, all)?.net ?? 0n
}
