import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import { listAt } from '../../lib/abi-words.ts'
import type { ContractCall } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import type { VaultPool } from './vault-pool.ts'
import { createWeightedPool } from './weighted-pool.ts'

const getNormalizedWeights = toFunctionSelector('getNormalizedWeights()')
/** Pools of every factory since 2022 have a recovery mode. Pools of 2021 have none. */
const inRecoveryMode = toFunctionSelector('inRecoveryMode()')

/** Returns the calls that read a weighted pool. */
export function weightedCalls({ address }: Pick<VaultPool, 'address'>): ContractCall[] {
  return [getNormalizedWeights, inRecoveryMode].map((data) => ({ to: address, data }))
}

/** Returns undefined if the weights could not be read. */
export function readWeighted(
  { state, scales, tokens, ...params }: VaultPool,
  [result, recovery]: readonly (Hex | undefined)[],
): Pool | undefined {
  if (!result) return undefined
  const weights = listAt(result, 0)
  const weighted = tokens.flatMap((address, i) => {
    const [weight, scale] = [weights[i], scales[i]]
    return weight && scale ? [{ address, weight, scale }] : []
  })
  if (weighted.length !== tokens.length) return undefined
  const version = recovery === undefined ? 2021 : 2022
  return createWeightedPool({ ...params, version, tokens: weighted }, state)
}
