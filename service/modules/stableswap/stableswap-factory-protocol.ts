import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readCoinSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import {
  createStableswapFactoryModule,
  type StableswapFactorySourceConfig,
} from './stableswap-factory-module.ts'
import { createStableswapPair, swapTopic } from './stableswap-pool.ts'

export const stableswapFactoryProtocol: Protocol<StableswapFactorySourceConfig> = {
  kind: 'stableswap-factory',
  rowKind: STEP_KINDS.stableSwap,
  label: 'Curve StableSwap factories',
  isExchange: true,
  schema: ({ v, source, address }) =>
    source('stableswap-factory', {
      implementations: v.pipe(
        v.array(address),
        v.minLength(1, 'must name at least one implementation'),
        v.maxLength(16, 'must name 16 implementations at most'),
      ),
    }),
  createModule: createStableswapFactoryModule,
  pools: { 'stableswap-factory': createStableswapPair },
  poolSwaps: { [swapTopic]: readCoinSwap },
}
