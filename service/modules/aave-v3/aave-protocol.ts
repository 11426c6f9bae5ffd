import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Protocol } from '../core/protocol.ts'
import { type AaveSourceConfig, createAaveModule } from './aave-module.ts'
import { createAavePool } from './aave-pool.ts'
import { AAVE_VERSIONS } from './aave-version.ts'

export const aaveProtocol: Protocol<AaveSourceConfig> = {
  kind: 'aave',
  rowKind: STEP_KINDS.aaveSupply,
  label: 'Aave V3',
  isExchange: false,
  tokenType: 'lend',
  schema: ({ v, source, address }) =>
    source('aave', {
      version: v.picklist(
        AAVE_VERSIONS,
        `must be one of ${AAVE_VERSIONS.map((version) => `"${version}"`).join(', ')}`,
      ),
      oracle: address,
    }),
  createModule: createAaveModule,
  pools: { aave: createAavePool },
}
