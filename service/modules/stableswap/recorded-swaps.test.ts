import { expect, it } from 'vitest'
import { type PlainCode, ROUNDINGS } from './invariant.ts'
import { createStableswap } from './stableswap-math.ts'
import { RECORDED_PLAIN_POOLS, UNRECORDED_CODES } from './testing/recorded-swaps.ts'

it.each(RECORDED_PLAIN_POOLS)('returns the results of get_dy of $source to the wei', (recorded) => {
  const { code, scales, balances, amplification, fee, swaps } = recorded
  const state = {
    balances: balances.map(BigInt),
    amplification: BigInt(amplification),
    fee: BigInt(fee),
    adminFee: 5_000_000_000n,
  }
  const { preview } = createStableswap(scales.map(BigInt), state, code)
  const results = swaps.map(([from, to, , amount]) => preview({ from, to }, BigInt(amount)))
  expect(results.map(String)).toEqual(swaps.map(([, , , , result]) => result))
})

it('has recorded results of each code, or a reason', () => {
  const known = [...RECORDED_PLAIN_POOLS.map(({ code }) => code), ...Object.keys(UNRECORDED_CODES)]
  expect(new Set(known)).toEqual(new Set(Object.keys(ROUNDINGS) as PlainCode[]))
})
