import type { ChainServiceConfig } from '../config/types.ts'
import { createAaveAdapter } from './adapters/aave-v3/aave-adapter.ts'
import { createVaultAdapter } from './adapters/erc4626/vault-adapter.ts'
import type { YieldAdapter } from './core/adapter.ts'

/** Creates one adapter per lending protocol among the chain's sources. */
export function createAdapters({
  sources,
  executor,
}: Pick<ChainServiceConfig, 'sources' | 'executor'>): YieldAdapter[] {
  return sources.flatMap((source) => {
    switch (source.kind) {
      case 'aave':
        return [createAaveAdapter(source)]
      case 'erc4626':
        return [createVaultAdapter(source, executor)]
      default:
        return []
    }
  })
}
