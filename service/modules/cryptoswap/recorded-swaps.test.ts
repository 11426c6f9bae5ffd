import { expect, it } from 'vitest'
import { getResults, quoteRecorded } from '../testing/recorded-swap.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { CODES } from './crypto-code.ts'
import { RECORDED_CRYPTO_POOLS, UNRECORDED_CRYPTO_CODES } from './testing/recorded-swaps.ts'
import { sampleCryptoswapPool } from './testing/sample-cryptoswap-pool.ts'

it.each(RECORDED_CRYPTO_POOLS)('quotes the recorded swaps of $source to the wei', (recorded) => {
  const { code, decimals, swaps, balances, priceScale } = recorded
  const tokens = decimals.map((_, i) => sampleAddress(i + 1))
  const pool = sampleCryptoswapPool(
    {
      balances: balances.map(BigInt),
      priceScale: priceScale.map(BigInt),
      amplification: BigInt(recorded.amplification),
      gamma: BigInt(recorded.gamma),
      invariant: BigInt(recorded.invariant),
      midFee: BigInt(recorded.midFee),
      outFee: BigInt(recorded.outFee),
      feeGamma: BigInt(recorded.feeGamma),
      supply: BigInt(recorded.supply),
      virtualPrice: BigInt(recorded.virtualPrice),
      profit: BigInt(recorded.profit),
      allowedProfit: BigInt(recorded.allowedProfit),
    },
    { code, decimals, tokens },
  )
  expect(quoteRecorded(pool, tokens, swaps)).toEqual(getResults(swaps))
})

it('has recorded swaps of each code, or a reason', () => {
  const known = [...RECORDED_CRYPTO_POOLS.map(({ code }) => code), ...UNRECORDED_CRYPTO_CODES.keys()]
  const codes = Object.values(CODES).flatMap((byCount) => [byCount[2], byCount[3] ?? []].flat())
  expect(new Set(known)).toEqual(new Set(codes))
})
