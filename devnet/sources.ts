import type { Address } from '../wire/lib/address.ts'
import type { DeployedLending } from './deployers/aave/queue-lending.ts'
import type { DeployedBalancer } from './deployers/balancer/queue-balancer.ts'
import type { ExchangeSource } from './deployers/uniswap/queue-pools.ts'
import type { ManifestToken } from './plan/manifest.ts'
import type { AlgebraSource, DevnetSource, SolidlySource, StableswapSource, V3Source } from './plan/source.ts'

/** The liquidity sources, in the order of the executor's table. */
export function getSources(deployed: {
  exchanges: ExchangeSource[]
  lending: DeployedLending
  share: ManifestToken
  balancer: DeployedBalancer
  manager: Address
  pancake: V3Source
  dystopia: SolidlySource
  curve: StableswapSource
  algebra: AlgebraSource
}): DevnetSource[] {
  const { exchanges, lending, share, balancer, manager, pancake, dystopia, curve, algebra } = deployed
  return [
    ...exchanges,
    {
      index: 3,
      module: 'aave-v3',
      name: 'Aave V3',
      kind: 'aave',
      factory: lending.pool,
      version: '3.0',
      oracle: lending.oracle,
    },
    { index: 4, module: 'erc4626', name: share.name, kind: 'erc4626', factory: share.address },
    {
      index: 5,
      module: 'balancer-v2',
      name: 'Balancer V2',
      kind: 'balancer',
      factory: balancer.vault,
      poolFactory: balancer.factory,
    },
    { index: 6, module: 'uniswap-v4', name: 'Uniswap V4', kind: 'v4', factory: manager },
    pancake,
    dystopia,
    curve,
    algebra,
  ]
}
