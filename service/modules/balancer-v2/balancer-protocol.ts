import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { addressAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import { toPairSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { type BalancerSourceConfig, createBalancerModule, toPoolAddress } from './balancer-module.ts'
import { swapTopic } from './pool-state.ts'
import { createStablePair } from './stable-pool.ts'
import { createPairPool } from './weighted-pool.ts'

export const balancerProtocol: Protocol<BalancerSourceConfig> = {
  kind: 'balancer',
  rowKind: STEP_KINDS.balancer,
  label: 'Balancer V2',
  isExchange: true,
  hasShares: true,
  schema: ({ v, source, address, factories, rateProviders }) =>
    source('balancer', {
      poolFactory: address,
      weightedFactories: v.exactOptional(factories),
      stableFactories: v.exactOptional(factories),
      rateProviders: v.exactOptional(rateProviders),
    }),
  getParams: ({ weightedFactories = [], stableFactories = [] }) => ({
    weightedFactories: weightedFactories.join(' ').toLowerCase(),
    stableFactories: stableFactories.join(' ').toLowerCase(),
  }),
  createModule: (source, { multicall3 }) => createBalancerModule(source, multicall3),
  pools: { balancer: createPairPool, 'balancer-stable': createStablePair },
  vaultSwaps: {
    [swapTopic]({ topics, data }, findPool) {
      const [, poolId] = topics
      if (!poolId || topics.length !== 4) return undefined
      const words = joinWords(topics)
      const sides = [addressAt(words, 2), addressAt(words, 3)] as const
      const whole = findPool(toPoolAddress(poolId))
      return whole && toPairSwap(whole, sides, [uintAt(data, 0), uintAt(data, 1)])
    },
  },
}
