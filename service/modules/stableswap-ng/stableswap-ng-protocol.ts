import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readCoinSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { swapTopic } from '../stableswap/stableswap-pool.ts'
import { createStableswapNgModule, type StableswapNgSourceConfig } from './stableswap-ng-module.ts'
import { createStableswapNgPair } from './stableswap-ng-pool.ts'

export const stableswapNgProtocol: Protocol<StableswapNgSourceConfig> = {
  kind: 'stableswap-ng',
  rowKind: STEP_KINDS.stableSwapNg,
  label: 'Curve StableSwap-NG',
  isExchange: true,
  schema: ({ v, source, rateProviders }) =>
    source('stableswap-ng', { rateProviders: v.exactOptional(rateProviders) }),
  createModule: createStableswapNgModule,
  pools: { 'stableswap-ng': createStableswapNgPair },
  poolSwaps: { [swapTopic]: readCoinSwap },
}
