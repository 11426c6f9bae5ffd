import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readSignedSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { swapTopic } from '../uniswap-v3/v3-pool.ts'
import { createAlgebraV1Module } from './algebra-v1-module.ts'
import { createAlgebraV1Pool } from './algebra-v1-pool.ts'
import type { AlgebraV1SourceConfig } from './announced-pools.ts'

export const algebraV1Protocol: Protocol<AlgebraV1SourceConfig> = {
  kind: 'algebra-v1',
  rowKind: STEP_KINDS.algebra,
  label: 'Algebra V1',
  isExchange: true,
  schema: ({ source, address, initCodeHash }) => source('algebra-v1', { deployer: address, initCodeHash }),
  createModule: createAlgebraV1Module,
  tickPools: { 'algebra-v1': createAlgebraV1Pool },
  poolSwaps: { [swapTopic]: readSignedSwap },
}
