import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Protocol } from '../core/protocol.ts'
import { createVaultModule, type Erc4626SourceConfig } from './vault-module.ts'
import { createVaultPool } from './vault-pool.ts'

export const vaultProtocol: Protocol<Erc4626SourceConfig> = {
  kind: 'erc4626',
  rowKind: STEP_KINDS.vaultDeposit,
  label: "ERC-4626 vaults (Aave's static wrappers)",
  isExchange: false,
  tokenType: 'invest',
  schema: ({ source }) => source('erc4626', {}),
  createModule: (source, { executor }) => createVaultModule(source, executor),
  pools: { erc4626: createVaultPool },
}
