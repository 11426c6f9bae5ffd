import type { FollowedModule, LiquidityModules, SampledModule } from './core/module.ts'
import type { ModuleChain } from './core/protocol.ts'
import type { SourceConfig } from './core/source-config.ts'
import { getProtocol } from './protocols.ts'

/** Creates one module per configured liquidity source of a chain. */
export function createModules(config: ModuleChain & { sources: readonly SourceConfig[] }): LiquidityModules {
  const followed: FollowedModule[] = []
  const sampled: SampledModule[] = []
  for (const source of config.sources) {
    const module = getProtocol(source).createModule(source, config)
    if ('sample' in module) sampled.push(module)
    else followed.push(module)
  }
  return { followed, sampled }
}
