import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readPairSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { createV2Module, type V2SourceConfig } from './v2-module.ts'
import { createV2Pool } from './v2-pool.ts'

export const v2Protocol: Protocol<V2SourceConfig> = {
  kind: 'v2',
  rowKind: STEP_KINDS.v2,
  label: {
    'uniswap-v2': 'Uniswap V2',
    'sushiswap-v2': 'SushiSwap V2',
    'pancakeswap-v2': 'PancakeSwap V2',
  },
  isExchange: true,
  hasShares: true,
  schema: ({ source, initCodeHash, integer }) => source('v2', { initCodeHash, feeBps: integer(0, 1000) }),
  createModule: createV2Module,
  pools: { v2: createV2Pool },
  poolSwaps: {
    [toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')]: readPairSwap,
  },
}
