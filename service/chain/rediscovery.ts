import type { Address } from '../../src/lib/address.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../modules/core/pool.ts'
import { announcedBy } from './advance.ts'
import { MAX_REORG_BLOCKS } from './history.ts'
import type { LogRange } from './log-range.ts'
import type { ChainNode } from './node.ts'
import { getAnnouncementFilter, readAnnouncements } from './read-announcements.ts'
import { requestLogs } from './request-logs.ts'
import type { ChainState } from './snapshot.ts'

export interface RediscoveryDeps {
  /** Another node than the one followed, where there is one. */
  node: ChainNode
  followed: readonly FollowedModule[]
  fromBlock: bigint
  range: LogRange
}

/** A pool that exists, and that memory lacks, or has wrong. */
export interface MissedPool {
  module: FollowedModule
  identity: PoolIdentity
  /** Its factory has listed it since the last check: no node left out a log. Default: one did. */
  isListed?: boolean
  /** The block with which it was read: it is kept here until that is final. Default: it is still to be read. */
  foundAt?: bigint
  /** That was taken back since, after the pool had been told of. */
  isTold?: boolean
  /** Memory has it, otherwise than nodes read it. Default: memory lacks it. */
  isWrong?: boolean
}

/** Looks for pools that memory lacks, because a node once left out their logs. */
export interface Rediscovery {
  /**
   * Asks for the announcements of the blocks since the last check, and by one more request for those of the next range of
   * older blocks; after the last range comes the first.
   */
  check(state: ChainState): Promise<readonly MissedPool[]>
}

/** The other node may be some blocks behind, and has no logs of those yet. */
const LAG_BLOCKS = 32n
/** A node that lies may name any number of pools that are none. */
const MAX_TOLD = 100_000
const MAX_MISSED = 200
/** Of a check: what is left is read at the next. */
const MAX_REQUESTS = 64

/** Of the pools that memory lacks, those to read with the next block. */
export function takeMissed(missed: ReadonlySet<MissedPool>): readonly MissedPool[] {
  return [...missed].filter(({ foundAt }) => foundAt === undefined).slice(0, MAX_MISSED)
}

/** They were read with a block: those that were found stay until no reorganization can take it back. */
export function keepFound(
  missed: Set<MissedPool>,
  {
    taken,
    found,
    blockNumber,
  }: { taken: readonly MissedPool[]; found: readonly MissedPool[]; blockNumber: bigint },
): void {
  for (const one of taken) missed.delete(one)
  for (const one of found) missed.add({ ...one, foundAt: blockNumber })
  for (const one of missed) {
    if (one.foundAt !== undefined && one.foundAt + BigInt(MAX_REORG_BLOCKS) < blockNumber) missed.delete(one)
  }
}

/** Blocks were taken back: what was found with them is to be read again. */
export function takeBackFound(missed: Set<MissedPool>, ancestor: bigint): void {
  for (const one of [...missed]) {
    if (one.foundAt === undefined || one.foundAt <= ancestor) continue
    const { foundAt: _, ...again } = one
    missed.delete(one)
    missed.add({ ...again, isTold: true })
  }
}

export function createRediscovery({ node, followed, fromBlock, range }: RediscoveryDeps): Rediscovery {
  let start = fromBlock
  /** The last block that was read soon after it came. */
  let readTo: bigint | undefined
  /** Missing once: those that are still missing cannot be read. */
  const told = new Set<string>()

  /** Reads as many blocks as the node allows. Returns the first that is unread, and the logs. */
  async function read(from: bigint, to: bigint): Promise<{ next: bigint; logs: readonly PoolLog[] }> {
    const last = from + BigInt(range.size()) - 1n
    const toBlock = last < to ? last : to
    const query = { ...getAnnouncementFilter(followed), fromBlock: from, toBlock }
    const logs = await requestLogs(node, { query, range })
    return logs ? { next: toBlock + 1n, logs } : { next: from, logs: [] }
  }

  return {
    async check({ blockNumber, poolIndex }) {
      if (followed.length === 0) return []
      let found: readonly PoolLog[] = []
      const settled = blockNumber - LAG_BLOCKS
      readTo ??= settled
      for (let requests = 0; readTo < settled && requests < MAX_REQUESTS; requests += 1) {
        const { next, logs } = await read(readTo + 1n, settled)
        readTo = next - 1n
        found = found.concat(logs)
      }
      if (start > blockNumber) start = fromBlock
      const { next, logs } = await read(start, blockNumber)
      start = next > blockNumber ? fromBlock : next
      found = found.concat(logs)
      const isKnown = (address: Address) => told.has(address) || poolIndex.contract(address) !== undefined
      // Nearly all are known, and to check an address takes hashes.
      const unknown = found.filter((log) => {
        const address = announcedBy(followed, log)?.getAnnounced?.(log)
        return address === undefined || !isKnown(address)
      })
      return readAnnouncements(followed, unknown).flatMap(({ module, identity }) => {
        if (!identity || told.size >= MAX_TOLD || isKnown(identity.address)) return []
        told.add(identity.address)
        return [{ module, identity }]
      })
    },
  }
}
