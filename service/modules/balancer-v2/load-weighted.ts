import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../src/lib/address.ts'
import { listAt } from '../../lib/abi-words.ts'
import type { ContractCall } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import type { VaultPool } from './vault-pool.ts'
import { createWeightedPool } from './weighted-pool.ts'

const getNormalizedWeights = toFunctionSelector('getNormalizedWeights()')

/** What a weighted pool is asked. */
export function weightedCalls({ address }: Pick<VaultPool, 'address'>): ContractCall[] {
  return [{ to: address, data: getNormalizedWeights }]
}

/** Undefined when it did not answer. */
export function readWeighted(
  { state, scales, tokens, ...terms }: VaultPool,
  [answer]: readonly (Hex | undefined)[],
): Pool | undefined {
  if (!answer) return undefined
  const weights = listAt(answer, 0)
  const weighted = tokens.flatMap((address, i) => {
    const [weight, scale] = [weights[i], scales[i]]
    return weight && scale ? [{ address, weight, scale }] : []
  })
  if (weighted.length !== tokens.length) return undefined
  return createWeightedPool({ ...terms, tokens: weighted }, state)
}
