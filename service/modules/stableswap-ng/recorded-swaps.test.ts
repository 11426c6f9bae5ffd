import { expect, it } from 'vitest'
import { getResults, quoteRecorded } from '../testing/recorded-swap.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { RECORDED_NG_POOL } from './testing/recorded-swaps.ts'
import { sampleStableswapNgPool } from './testing/sample-stableswap-ng-pool.ts'

it('quotes the recorded swaps of a mainnet pool to the wei', () => {
  const { decimals, balances, amplification, fee, feeMultiplier, swaps } = RECORDED_NG_POOL
  const tokens = decimals.map((_, i) => sampleAddress(i + 1))
  const pool = sampleStableswapNgPool(
    {
      balances: balances.map(BigInt),
      amplification: BigInt(amplification),
      fee: BigInt(fee),
      feeMultiplier: BigInt(feeMultiplier),
    },
    { decimals, tokens },
  )
  expect(quoteRecorded(pool, tokens, swaps)).toEqual(getResults(swaps))
})
