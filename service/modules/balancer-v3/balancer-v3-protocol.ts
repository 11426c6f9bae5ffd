import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { addressAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import { toPairSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { toSortedText } from '../core/to-sorted-text.ts'
import { type BalancerV3SourceConfig, createBalancerV3Module } from './balancer-v3-module.ts'
import { createBalancerV3Pair } from './balancer-v3-pool.ts'
import { swapTopic } from './balancer-v3-state.ts'

export const balancerV3Protocol: Protocol<BalancerV3SourceConfig> = {
  kind: 'balancer-v3',
  rowKind: STEP_KINDS.balancerV3,
  label: 'Balancer V3',
  isExchange: true,
  schema: ({ v, source, factories, rateProviders }) =>
    source('balancer-v3', {
      weightedFactories: v.exactOptional(factories),
      stableFactories: v.exactOptional(factories),
      rateProviders: v.exactOptional(rateProviders),
    }),
  findMistake: (sources) =>
    sources.every(
      ({ weightedFactories, stableFactories }) => weightedFactories?.length || stableFactories?.length,
    )
      ? undefined
      : 'must name a factory of each source of kind "balancer-v3", in weightedFactories or stableFactories',
  getParams: ({ weightedFactories, stableFactories, rateProviders }) => ({
    weightedFactories: toSortedText(weightedFactories),
    stableFactories: toSortedText(stableFactories),
    rateProviders: toSortedText(rateProviders),
  }),
  createModule: createBalancerV3Module,
  pools: { 'balancer-v3': createBalancerV3Pair },
  vaultSwaps: {
    [swapTopic]({ topics, data }, findPool) {
      if (topics.length !== 4) return undefined
      const words = joinWords(topics)
      const sides = [addressAt(words, 2), addressAt(words, 3)] as const
      const whole = findPool(addressAt(words, 1))
      return whole && toPairSwap(whole, sides, [uintAt(data, 0), uintAt(data, 1)])
    },
  },
}
