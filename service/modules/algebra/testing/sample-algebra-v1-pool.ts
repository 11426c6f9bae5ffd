import { encodeWord } from '../../../lib/abi-words.ts'
import type { Pool } from '../../core/pool.ts'
import { type SampleMarket, sampleIdentity, sampleTicks, sqrtPriceAt } from '../../testing/sample-pools.ts'
import { createAlgebraV1Pool } from '../algebra-v1-pool.ts'

/** Creates an Algebra V1 pool at a tick with these positions. */
export function sampleAlgebraV1Pool(market?: SampleMarket, fee = 500): Pool {
  return createAlgebraV1Pool(
    {
      module: 'algebra-v1',
      origin: { name: 'Algebra V1', kind: 'dex' },
      step: { kind: 1, source: 12 },
      sqrtPriceAt,
    },
    { ...sampleIdentity(0x9c), tickSpacing: 60 },
    {
      ...sampleTicks(market),
      result: `0x${encodeWord(BigInt(fee))}`,
    },
  )
}
