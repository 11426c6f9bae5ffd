import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { readSignedSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { swapTopic } from '../uniswap-v3/v3-pool.ts'
import { createSlipstreamModule, type SlipstreamSourceConfig } from './slipstream-module.ts'
import { createSlipstreamPool } from './slipstream-pool.ts'

export const slipstreamProtocol: Protocol<SlipstreamSourceConfig> = {
  kind: 'slipstream',
  rowKind: STEP_KINDS.v3,
  label: 'Slipstream',
  isExchange: true,
  schema: ({ source, initCodeHash }) => source('slipstream', { initCodeHash }),
  createModule: createSlipstreamModule,
  tickPools: { slipstream: createSlipstreamPool },
  poolSwaps: { [swapTopic]: readSignedSwap },
}
