import type { ChainServiceConfig } from '../config-types.ts'
import type { LiquidityModule } from './module.ts'
import { createV2Module } from './uniswap-v2/v2-module.ts'
import { createV3Module } from './uniswap-v3/v3-module.ts'

/** One module for each liquidity source a chain is configured with. */
export function createModules(config: ChainServiceConfig): LiquidityModule[] {
  return config.sources.flatMap((source) => {
    const { kind } = source
    switch (kind) {
      case 'v2':
        return [createV2Module(source)]
      case 'v3':
        return [createV3Module(source, config.tickLens)]
      case 'aave':
      case 'erc4626':
      case 'balancer':
        return []
      default:
        throw new Error(`No module serves sources of kind ${kind satisfies never}`)
    }
  })
}
