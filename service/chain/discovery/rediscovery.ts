import type { Address } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../../modules/core/pool.ts'
import type { LogRange } from '../blocks/log-range.ts'
import type { ChainNode } from '../blocks/node.ts'
import { requestLogs } from '../blocks/request-logs.ts'
import { announcedBy } from '../snapshot/advance.ts'
import { MAX_REORG_BLOCKS } from '../snapshot/history.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import { getAnnouncementFilter, readAnnouncements } from './read-announcements.ts'

export interface RediscoveryDeps {
  /** Another node than the one followed, if there is one. */
  node: ChainNode
  followed: readonly FollowedModule[]
  fromBlock: bigint
  range: LogRange
}

/** A pool that exists and is missing or wrong in memory. */
export interface MissedPool {
  module: FollowedModule
  identity: PoolIdentity
  /**
   * Its factory listed it since the last check, so no log was omitted. Default: a log was omitted.
   */
  isListed?: boolean
  /**
   * The block at which it was read. It stays here until the block is final. Default: it is unread.
   */
  foundAt?: bigint
  /** The block was reverted after the pool had been reported. */
  isTold?: boolean
  /** Memory has it in a wrong state. Default: memory lacks it. */
  isWrong?: boolean
}

/** Finds pools that memory lacks because a node once omitted their logs. */
export interface Rediscovery {
  /**
   * Requests the announcements of the blocks since the last check, and of the next range of older
   * blocks. Starts over after the last range.
   */
  check(state: ChainState): Promise<readonly MissedPool[]>
}

/** The other node may be some blocks behind and lack their logs. */
const LAG_BLOCKS = 32n
/** Limits what a dishonest node can add by announcing nonexistent pools. */
const MAX_TOLD = 100_000
const MAX_MISSED = 200
/** Requests per check. The rest is read at the next check. */
const MAX_REQUESTS = 64

/** Returns the missed pools to read with the next block. */
export function takeMissed(missed: ReadonlySet<MissedPool>): readonly MissedPool[] {
  return [...missed].filter(({ foundAt }) => foundAt === undefined).slice(0, MAX_MISSED)
}

/** Keeps the pools found with a block until no reorg can revert it, and drops the others. */
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

/** Marks pools found in reverted blocks as unread. */
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
  /** The last block that was read soon after it arrived. */
  let readTo: bigint | undefined
  /** Pools reported once. A pool that is still missing cannot be read. */
  const told = new Set<string>()

  /** Reads as many blocks as the node allows. Returns the first unread block and the logs. */
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
      // Nearly all pools are known, and verifying an address requires hashing.
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
