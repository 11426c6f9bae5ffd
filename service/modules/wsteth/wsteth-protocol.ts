import { CHAIN_NAMES } from '../../../wire/lib/chain-names.ts'
import { STEP_KINDS } from '../../lib/step-kinds.ts'
import type { Protocol } from '../core/protocol.ts'
import { createWstEthModule, type WstEthSourceConfig } from './wsteth-module.ts'
import { createWstEthPool } from './wsteth-pool.ts'

export const wstEthProtocol: Protocol<WstEthSourceConfig> = {
  kind: 'wsteth',
  rowKind: STEP_KINDS.wstethWrap,
  label: 'Lido wstETH',
  chains: [CHAIN_NAMES.ethereum.id],
  isExchange: false,
  schema: ({ source }) => source('wsteth', {}),
  createModule: createWstEthModule,
  pools: { wsteth: createWstEthPool },
}
