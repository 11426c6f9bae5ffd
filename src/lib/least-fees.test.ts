import { expect, it } from 'vitest'
import { applyBps, maxBigInt } from '../../wire/lib/amount.ts'
import { leastPartnerFee, leastSettlementFee, pricedPartnerFee } from './least-fees.ts'

/** Small and huge amounts of a fixed sequence. */
function* randomAmounts(count: number) {
  let seed = 42n
  const next = () => {
    seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    return seed >> 16n
  }
  for (let i = 0; i < count; i += 1) {
    const digits = next() % 28n
    yield { gross: next() % 10n ** (digits + 1n), feeBps: Number(next() % 1_001n), floor: next() % 50n }
  }
}

it('is never above the contract’s fee, and without a fee above its share at most one unit less', () => {
  for (const { gross, feeBps, floor } of randomAmounts(20_000)) {
    const partnerFee = applyBps(gross, feeBps)
    const settlementFee = maxBigInt(applyBps(gross, 3), floor)
    const net = gross - partnerFee - settlementFee
    if (net > 0n && leastPartnerFee(net, feeBps) > partnerFee) throw new Error(`${gross} at ${feeBps}`)
    if (net > 0n && leastSettlementFee(net, feeBps) > settlementFee) throw new Error(`${gross} at ${feeBps}`)
    const share = applyBps(gross, 3)
    const both = gross - partnerFee - share
    if (both > 0n && leastSettlementFee(both, feeBps) < share - 1n) throw new Error(`${gross}: too little`)
    const least = leastPartnerFee(gross - partnerFee, feeBps)
    if (least > partnerFee || least < partnerFee - 1n) throw new Error(`${gross} at ${feeBps} alone`)
  }
})

it('is 0 without an output and without a partner', () => {
  expect(leastPartnerFee(0n, 1_000)).toBe(0n)
  expect(leastSettlementFee(0n, 1_000)).toBe(0n)
  expect(leastPartnerFee(10n ** 18n)).toBe(0n)
})

it('uses the fee of the price unless it is lower', () => {
  const price = { partnerFee: '0', effectiveOutputAmount: '900000001' }
  expect(pricedPartnerFee(price, 1_000)).toBe(100_000_000n)
  expect(pricedPartnerFee({ ...price, partnerFee: '100000200' }, 1_000)).toBe(100_000_200n)
  expect(pricedPartnerFee({ ...price, partnerFee: '7' }, undefined)).toBe(7n)
})
