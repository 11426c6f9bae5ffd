import type { FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import type { LogRange } from './log-range.ts'
import type { ChainNode } from './node.ts'
import { getAnnouncementFilter, readAnnouncements } from './read-announcements.ts'
import type { ChainState } from './snapshot.ts'

export interface RediscoveryDeps {
  /** Another node than the one followed, where there is one. */
  node: ChainNode
  followed: readonly FollowedModule[]
  fromBlock: bigint
  range: LogRange
}

/** A pool that exists, and that memory lacks. */
export interface MissedPool {
  module: FollowedModule
  identity: PoolIdentity
}

/** Looks for pools that memory lacks, because a node once left out their logs. */
export interface Rediscovery {
  /** Asks for the announcements of the next range of blocks, by one request; after the last range comes the first. */
  look(state: ChainState): Promise<readonly MissedPool[]>
}

export function createRediscovery({ node, followed, fromBlock, range }: RediscoveryDeps): Rediscovery {
  let start = fromBlock
  /** Missing once: those that are still missing cannot be read. */
  const told = new Set<string>()

  return {
    async look({ blockNumber, poolIndex }) {
      if (followed.length === 0) return []
      if (start > blockNumber) start = fromBlock
      const last = start + BigInt(range.size()) - 1n
      const toBlock = last < blockNumber ? last : blockNumber
      const logs = await node.logsAtOnce({ ...getAnnouncementFilter(followed), fromBlock: start, toBlock })
      const blocks = Number(toBlock - start) + 1
      if (!logs) {
        range.refused(blocks)
        return []
      }
      range.accepted(blocks)
      start = toBlock < blockNumber ? toBlock + 1n : fromBlock
      return readAnnouncements(followed, logs).flatMap(({ module, identity }) => {
        if (!identity || told.has(identity.address) || poolIndex.contract(identity.address)) return []
        told.add(identity.address)
        return [{ module, identity }]
      })
    },
  }
}
