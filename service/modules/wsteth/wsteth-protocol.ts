import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { CHAIN_NAMES } from '../../../wire/lib/chain-names.ts'
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
