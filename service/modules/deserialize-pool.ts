import { WRAPPED_NATIVE_MODULE } from '../config/types.ts'
import { createAavePool } from './aave-v3/aave-pool.ts'
import { createAlgebraPool } from './algebra/algebra-pool.ts'
import { createAlgebraV1Pool } from './algebra/algebra-v1-pool.ts'
import { createStablePair } from './balancer-v2/stable-pool.ts'
import { createPairPool } from './balancer-v2/weighted-pool.ts'
import { createBalancerV3Pair } from './balancer-v3/balancer-v3-pool.ts'
import type { Pool, PoolRecord } from './core/pool.ts'
import { createCryptoswapPair } from './cryptoswap/cryptoswap-pool.ts'
import { createVaultPool } from './erc4626/vault-pool.ts'
import { createPsmPool } from './psm/psm-pool.ts'
import { createSlipstreamPool } from './slipstream/slipstream-pool.ts'
import { createSolidlyPool } from './solidly/solidly-pool.ts'
import { createStableswapPair } from './stableswap/stableswap-pool.ts'
import { createStableswapNgPair } from './stableswap-ng/stableswap-ng-pool.ts'
import { createV2Pool } from './uniswap-v2/v2-pool.ts'
import { createSqrtPrices } from './uniswap-v3/tick-math.ts'
import { createV3Pool } from './uniswap-v3/v3-pool.ts'
import { createV4Pool } from './uniswap-v4/v4-pool.ts'
import { createWrappedNativePool } from './wrapped-native/wrapped-native-pool.ts'
import { createWstEthPool } from './wsteth/wsteth-pool.ts'

type Args<Factory extends (...args: never[]) => Pool> = Parameters<Factory>

/** Deserializes pools from their records. */
export function createPoolDeserializer(): (record: PoolRecord) => Pool {
  const sqrtPriceAt = createSqrtPrices()
  return ({ kind, args }) => {
    switch (kind) {
      case 'v2':
        return createV2Pool(...(args as Args<typeof createV2Pool>))
      case 'v3': {
        const [terms, identity, state] = args as Args<typeof createV3Pool>
        return createV3Pool({ ...terms, sqrtPriceAt }, identity, state)
      }
      case 'algebra': {
        const [terms, identity, state] = args as Args<typeof createAlgebraPool>
        return createAlgebraPool({ ...terms, sqrtPriceAt }, identity, state)
      }
      case 'algebra-v1': {
        const [terms, identity, state] = args as Args<typeof createAlgebraV1Pool>
        return createAlgebraV1Pool({ ...terms, sqrtPriceAt }, identity, state)
      }
      case 'slipstream': {
        const [terms, identity, state] = args as Args<typeof createSlipstreamPool>
        return createSlipstreamPool({ ...terms, sqrtPriceAt }, identity, state)
      }
      case 'v4': {
        const [terms, identity, state] = args as Args<typeof createV4Pool>
        return createV4Pool({ ...terms, sqrtPriceAt }, identity, state)
      }
      case 'aave':
        return createAavePool(...(args as Args<typeof createAavePool>))
      case 'erc4626':
        return createVaultPool(...(args as Args<typeof createVaultPool>))
      case 'balancer':
        return createPairPool(...(args as Args<typeof createPairPool>))
      case 'balancer-stable':
        return createStablePair(...(args as Args<typeof createStablePair>))
      case 'balancer-v3':
        return createBalancerV3Pair(...(args as Args<typeof createBalancerV3Pair>))
      case 'solidly':
        return createSolidlyPool(...(args as Args<typeof createSolidlyPool>))
      case 'stableswap-ng':
        return createStableswapNgPair(...(args as Args<typeof createStableswapNgPair>))
      case 'stableswap':
        return createStableswapPair(...(args as Args<typeof createStableswapPair>))
      case 'cryptoswap':
        return createCryptoswapPair(...(args as Args<typeof createCryptoswapPair>))
      case 'psm':
        return createPsmPool(...(args as Args<typeof createPsmPool>))
      case 'wsteth':
        return createWstEthPool(...(args as Args<typeof createWstEthPool>))
      case WRAPPED_NATIVE_MODULE:
        return createWrappedNativePool(...(args as Args<typeof createWrappedNativePool>))
      default:
        throw new Error(`No pool is made from a record of kind ${kind}`)
    }
  }
}
