import { expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import type { Pool } from '../core/pool.ts'
import { getResults } from '../testing/recorded-swap.ts'
import { sampleIdentity, sqrtPriceAt } from '../testing/sample-pools.ts'
import { createAlgebraV1Pool } from './algebra-v1-pool.ts'
import { RECORDED_V1_POOL } from './testing/recorded-swaps.ts'

it('quotes consecutive recorded swaps of an Algebra V1 pool to the wei', () => {
  const { swaps, fee, ...state } = RECORDED_V1_POOL
  const params = { module: 'quickswap-v3', origin: { name: 'QuickSwap V3', kind: 'dex' } } as const
  let pool: Pool = createAlgebraV1Pool(
    { ...params, step: { kind: 1, source: 12 }, sqrtPriceAt },
    { ...sampleIdentity(0x9c), tickSpacing: 60 },
    { ...state, result: `0x${encodeWord(fee)}` },
  )
  const quotes = swaps.map(([into, , , amount]) => {
    const swap = pool.exactInput(into === 0, BigInt(amount))
    pool = swap?.after() ?? pool
    return String(swap?.amountOut)
  })
  expect(quotes).toEqual(getResults(swaps))
})
