import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readPairSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { createSolidlyModule, type SolidlySourceConfig } from './solidly-module.ts'
import { createSolidlyPool } from './solidly-pool.ts'

export const solidlyProtocol: Protocol<SolidlySourceConfig> = {
  kind: 'solidly',
  rowKind: STEP_KINDS.solidly,
  label: 'Solidly (Aerodrome, Velodrome)',
  isExchange: true,
  hasShares: true,
  schema: ({ v, source, initCodeHash, integer }) =>
    source('solidly', { initCodeHash, feeBps: v.exactOptional(integer(1, 1000)) }),
  createModule: createSolidlyModule,
  pools: { solidly: createSolidlyPool },
  poolSwaps: {
    [toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')]: readPairSwap,
    [toEventSelector('Swap(address,address,uint256,uint256,uint256,uint256)')]: readPairSwap,
  },
}
