import { encodeWord } from '../../../lib/abi-words.ts'
import type { Pool } from '../../core/pool.ts'
import { type SampleMarket, sampleIdentity, sampleTicks, sqrtPriceAt } from '../../testing/sample-pools.ts'
import { createSlipstreamPool } from '../slipstream-pool.ts'

/** Creates a Slipstream pool at a tick with these positions. */
export function sampleSlipstreamPool(market?: SampleMarket, fee = 500): Pool {
  return createSlipstreamPool(
    {
      module: 'slipstream',
      origin: { name: 'Slipstream', kind: 'dex' },
      step: { kind: 1, source: 11 },
      sqrtPriceAt,
    },
    { ...sampleIdentity(0x9b), tickSpacing: 100 },
    {
      ...sampleTicks(market),
      result: `0x${encodeWord(BigInt(fee))}`,
    },
  )
}
