import type { Pool } from '../../core/pool.ts'
import { type SampleMarket, sampleIdentity, sampleTicks, sqrtPriceAt } from '../../testing/sample-pools.ts'
import { type AlgebraState, createAlgebraPool } from '../algebra-pool.ts'

/** Creates an Algebra pool at a tick with these positions. */
export function sampleAlgebraPool(
  market?: SampleMarket,
  params: Partial<Pick<AlgebraState, 'lastFee' | 'flags' | 'result' | 'hasPluginFee'>> = {},
): Pool {
  return createAlgebraPool(
    {
      module: 'algebra',
      origin: { name: 'Algebra', kind: 'dex' },
      step: { kind: 1, source: 10 },
      sqrtPriceAt,
    },
    sampleIdentity(0x9a),
    {
      ...sampleTicks(market),
      lastFee: 500,
      flags: 0,
      result: undefined,
      hasPluginFee: false,
      ...params,
    },
  )
}
