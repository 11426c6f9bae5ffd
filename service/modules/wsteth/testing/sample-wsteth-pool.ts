import type { Pool } from '../../core/pool.ts'
import { E18, sampleIdentity, TOKENS } from '../../testing/sample-pools.ts'
import { createWstEthPool, type WstEthState } from '../wsteth-pool.ts'

/** Creates a pool with shares worth 1.23 units. */
export function sampleWstEthPool(state: Partial<WstEthState> = {}, tokens = TOKENS): Pool {
  return createWstEthPool(
    { module: 'wsteth', origin: { name: 'wstETH', kind: 'lending' }, source: 13 },
    sampleIdentity(0x9a, tokens),
    {
      ether: 9_481_234_567_890_123_456_789_013n,
      shares: 7_698_765_432_109_876_543_210_987n,
      wrapped: 3_600_000n * E18 + 7n,
      unwrapped: 4_000_000n * E18 + 3n,
      isStopped: false,
      ...state,
    },
  )
}
