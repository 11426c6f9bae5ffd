import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readCoinSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { createStableswapModule, type StableswapSourceConfig } from './stableswap-module.ts'
import { createStableswapPair, swapTopic } from './stableswap-pool.ts'

export const stableswapProtocol: Protocol<StableswapSourceConfig> = {
  kind: 'stableswap',
  rowKind: STEP_KINDS.stableSwap,
  label: 'Curve StableSwap',
  isExchange: true,
  schema: ({ source }) => source('stableswap', {}),
  createModule: (source, { multicall3 }) => createStableswapModule(source, multicall3),
  pools: { stableswap: createStableswapPair },
  poolSwaps: { [swapTopic]: readCoinSwap },
}
