import type { BlockReader, FollowedModule, LiquidityModules } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { advance } from './advance.ts'
import type { LoadQueue } from './load-queue.ts'
import { readShared, readUnread, samplePools, withOutdated, withWatched } from './load-snapshot.ts'
import type { LogRange } from './log-range.ts'
import type { ChainNode, Header } from './node.ts'
import type { PoolMemory } from './pool-memory.ts'
import { type ChainPools, type ChainState, createSnapshot } from './snapshot.ts'

export interface CatchUpDeps {
  node: ChainNode
  modules: LiquidityModules
  memory: PoolMemory
  /** Takes the pools to load because of logs. */
  queue: Pick<LoadQueue, 'add'>
  /** Pinned to the head's block. */
  read: BlockReader
  maxBlocks: number
  /** Blocks to ask for at a time: of these logs there are many more than announcements. */
  gapRange: LogRange
}

/**
 * The snapshot of a head from that of an ancestor, by the logs of ranges of blocks in between. Undefined when the head does
 * not descend from it, or is too far ahead.
 */
export async function catchUp(
  head: Header,
  ancestor: ChainState,
  { node, modules, memory, queue, read, maxBlocks, gapRange }: CatchUpDeps,
): Promise<{ state: ChainState; logs: number } | undefined> {
  const blocks = head.number - ancestor.blockNumber
  if (blocks <= 0n || blocks > BigInt(maxBlocks)) return undefined
  if ((await node.hashAt(ancestor.blockNumber)) !== ancestor.blockHash) return undefined

  const topics = getTopics(modules)
  const unread = new Map<FollowedModule, PoolIdentity[]>()
  // Only their state at the head counts.
  const sampledBefore = [...ancestor.sampled].flatMap((address) => ancestor.poolIndex.contract(address) ?? [])
  let pools: ChainPools = ancestor
  let count = 0
  for (let start = ancestor.blockNumber + 1n; start <= head.number; ) {
    const left = Number(head.number - start) + 1
    const size = Math.min(gapRange.size(), left)
    const toBlock = start + BigInt(size) - 1n
    const logs = await node.logsAtOnce({ topics, fromBlock: start, toBlock })
    if (!logs) {
      gapRange.refused(size)
      continue
    }
    gapRange.accepted(size)
    start = toBlock + 1n
    count += logs.length
    const next = advance(pools, { logs, sampled: sampledBefore }, modules)
    for (const { module, identity } of next.announced) memory.announced(module, identity)
    queue.add(memory.touch(next))
    for (const [module, found] of next.unread) unread.set(module, [...(unread.get(module) ?? []), ...found])
    pools = next
  }
  const [sampled, shared] = await Promise.all([samplePools(modules, read), readShared(modules, read)])
  const advanced = advance(pools, { logs: [], sampled }, modules)
  const outdated = withOutdated({ ...advanced, unread }, modules, [ancestor.shared, shared])
  const { timestamp } = head
  const watched = await withWatched({ ...advanced, unread: outdated }, modules, { timestamp, read })
  const state = createSnapshot(head, await readUnread({ ...advanced, ...watched }, read), shared)
  // Ranges are by number: all of it must be of this branch.
  if ((await node.hashAt(head.number)) !== head.hash) {
    throw new Error(`Block ${head.number} was replaced while it was read`)
  }
  return { state, logs: count }
}

/** Topics of every log that concerns pools. */
export function getTopics({ followed }: LiquidityModules) {
  return [...new Set(followed.flatMap((module) => [module.createdTopic, ...module.topics]))]
}
