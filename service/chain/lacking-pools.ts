import type { Hex } from '../../src/lib/address.ts'
import type { FollowedPool, LiquidityModules } from '../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../modules/core/pool.ts'
import { bloomBits, countMistaken, hasBits, isCrowded, parseBloom } from './logs-bloom.ts'
import type { PoolIndex } from './pool-index.ts'

/**
 * The pools in memory that emitted logs in a block by the filter in its header, and of which the node shows none. A crowded filter
 * would name many that did not. Pools of a manager emit none of their own.
 */
export type FindLackingPools = (
  logsBloom: Hex | undefined,
  poolIndex: PoolIndex,
  logs: readonly PoolLog[],
  /** A filter that may be expected to name more pools than that by mistake tells nothing. */
  maxMistaken: number,
) => readonly FollowedPool[]

export function createFindLackingPools({ followed }: LiquidityModules): FindLackingPools {
  const byId = new Map(
    followed.map((module) => [module.id, { module, topics: module.topics.map(bloomBits) }]),
  )
  // Hashing every address for each block would take longer than all else.
  const known = new WeakMap<PoolIdentity, readonly number[]>()

  function getBits(identity: PoolIdentity): readonly number[] {
    const bits = known.get(identity) ?? bloomBits(identity.address)
    known.set(identity, bits)
    return bits
  }

  return (logsBloom, poolIndex, logs, maxMistaken) => {
    const bloom = parseBloom(logsBloom)
    if (!bloom || isCrowded(bloom) || countMistaken(bloom, poolIndex.size) > maxMistaken) return []
    const named = [...byId].filter(([, { topics }]) => topics.some((bits) => hasBits(bloom, bits)))
    if (named.length === 0) return []
    const modules = new Map(named.map(([id, { module }]) => [id, module]))
    const shown = new Set(logs.map(({ address }) => address.toLowerCase()))
    const found: FollowedPool[] = []
    for (const { module: id, identity, address } of poolIndex.contracts()) {
      const module = modules.get(id)
      if (module && !shown.has(address) && hasBits(bloom, getBits(identity))) found.push({ module, identity })
    }
    return found
  }
}
