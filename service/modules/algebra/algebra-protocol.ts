import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readSignedSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { algebraSwapTopic, swapTopic } from '../uniswap-v3/v3-pool.ts'
import { createAlgebraModule } from './algebra-module.ts'
import { createAlgebraPool } from './algebra-pool.ts'
import type { AlgebraSourceConfig } from './announced-pools.ts'

export const algebraProtocol: Protocol<AlgebraSourceConfig> = {
  kind: 'algebra',
  rowKind: STEP_KINDS.algebra,
  label: 'Algebra Integral',
  isExchange: true,
  schema: ({ source, address, initCodeHash }) => source('algebra', { deployer: address, initCodeHash }),
  createModule: createAlgebraModule,
  tickPools: { algebra: createAlgebraPool },
  poolSwaps: { [swapTopic]: readSignedSwap, [algebraSwapTopic]: readSignedSwap },
}
