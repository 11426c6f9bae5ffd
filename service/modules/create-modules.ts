import type { ChainServiceConfig } from '../config/types.ts'
import { createAaveModule } from './aave-v3/aave-module.ts'
import { createAlgebraModule } from './algebra/algebra-module.ts'
import { createAlgebraV1Module } from './algebra/algebra-v1-module.ts'
import { createBalancerModule } from './balancer-v2/balancer-module.ts'
import { createBalancerV3Module } from './balancer-v3/balancer-v3-module.ts'
import type { FollowedModule, LiquidityModules, SampledModule } from './core/module.ts'
import { createCryptoswapModule } from './cryptoswap/cryptoswap-module.ts'
import { createVaultModule } from './erc4626/vault-module.ts'
import { createPsmModule } from './psm/psm-module.ts'
import { createSlipstreamModule } from './slipstream/slipstream-module.ts'
import { createSolidlyModule } from './solidly/solidly-module.ts'
import { createStableswapModule } from './stableswap/stableswap-module.ts'
import { createStableswapNgModule } from './stableswap-ng/stableswap-ng-module.ts'
import { createV2Module } from './uniswap-v2/v2-module.ts'
import { createV3Module } from './uniswap-v3/v3-module.ts'
import { createV4Module } from './uniswap-v4/v4-module.ts'
import { createWstEthModule } from './wsteth/wsteth-module.ts'

/** One module per configured liquidity source of a chain. */
export function createModules(config: ChainServiceConfig): LiquidityModules {
  const followed: FollowedModule[] = []
  const sampled: SampledModule[] = []
  for (const source of config.sources) {
    const { kind } = source
    switch (kind) {
      case 'v2':
        followed.push(createV2Module(source))
        break
      case 'v3':
        followed.push(createV3Module(source, config.tickLens))
        break
      case 'aave':
        sampled.push(createAaveModule(source))
        break
      case 'erc4626':
        sampled.push(createVaultModule(source, config.executor))
        break
      case 'balancer':
        followed.push(createBalancerModule(source, config.multicall3))
        break
      case 'balancer-v3':
        followed.push(createBalancerV3Module(source))
        break
      case 'v4':
        followed.push(createV4Module(source, config.weth))
        break
      case 'algebra':
        followed.push(createAlgebraModule(source))
        break
      case 'algebra-v1':
        followed.push(createAlgebraV1Module(source))
        break
      case 'slipstream':
        followed.push(createSlipstreamModule(source))
        break
      case 'solidly':
        followed.push(createSolidlyModule(source))
        break
      case 'stableswap':
        sampled.push(createStableswapModule(source, config.multicall3))
        break
      case 'stableswap-ng':
        followed.push(createStableswapNgModule(source))
        break
      case 'cryptoswap':
        followed.push(createCryptoswapModule(source, config))
        break
      case 'psm':
        sampled.push(createPsmModule(source))
        break
      case 'wsteth':
        sampled.push(createWstEthModule(source))
        break
      default:
        throw new Error(`No module serves sources of kind ${kind satisfies never}`)
    }
  }
  return { followed, sampled }
}
