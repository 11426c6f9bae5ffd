import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedPool, LiquidityModules } from '../../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../../modules/core/pool.ts'
import { bloomBits, countMistaken, hasBits, isCrowded, parseBloom } from '../blocks/logs-bloom.ts'
import type { PoolIndex } from '../snapshot/pool-index.ts'

/**
 * Returns pools in memory that have logs in a block according to the bloom filter in its header,
 * but for which the node returned none. Excludes pools of a manager, which emit no logs of their
 * own.
 */
export type FindPoolsWithoutLogs = (
  logsBloom: Hex | undefined,
  poolIndex: PoolIndex,
  logs: readonly PoolLog[],
  /** The filter is ignored if it is expected to name more pools than this by mistake. */
  maxMistaken: number,
) => readonly FollowedPool[]

export function createFindPoolsWithoutLogs({ followed }: LiquidityModules): FindPoolsWithoutLogs {
  const byId = new Map(
    followed.map((module) => [module.id, { module, topics: module.topics.map(bloomBits) }]),
  )
  // Hashing every address for each block would dominate the run time.
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
