import type { Address, Hex } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { BlockReader, FollowedModule, LiquidityModules } from '../../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../../modules/core/pool.ts'
import type { LogRange } from '../blocks/log-range.ts'
import type { ChainNode, Header, LogQuery } from '../blocks/node.ts'
import { requestLogs } from '../blocks/request-logs.ts'
import type { LoadQueue } from '../pool-set/load-queue.ts'
import type { PoolMemory } from '../pool-set/pool-memory.ts'
import { advance } from '../snapshot/advance.ts'
import { type ChainPools, type ChainState, createSnapshot } from '../snapshot/snapshot.ts'
import { findDiffering, findFollowed, findNamed } from './check-gap.ts'
import { readShared, readUnread, samplePools, withOutdated, withWatched } from './load-snapshot.ts'

export interface CatchUpDeps {
  node: ChainNode
  /** Another node than the one that returned the head, if any. It may be down or behind. */
  other?: Pick<ChainNode, 'hashAt' | 'logsAtOnce'> | undefined
  modules: LiquidityModules
  memory: PoolMemory
  /** Receives the pools to load because of logs. */
  queue: Pick<LoadQueue, 'add'>
  /** Pinned to the block of the head. */
  read: BlockReader
  maxBlocks: number
  /**
   * Block range per request. Smaller than for announcements, because these logs are more frequent.
   */
  gapRange: LogRange
  /** Schedules pools to be read again, from another node too. */
  suspect(pools: readonly Address[]): void
  signal?: AbortSignal | undefined
}

/** Milliseconds before another node is queried for the head again. */
const AGAIN_MS = 500

/**
 * Derives the snapshot of a head from the snapshot of an ancestor, using the logs of the blocks in
 * between. Returns undefined if the head does not descend from the ancestor, or is too far ahead.
 *
 * A node may omit logs. If another node has the head, it is queried for the same ranges, and pools
 * whose logs differ are read at the head. Without such a node, every pool that matches the bloom
 * filters in the headers is read.
 */
export async function catchUp(
  head: Header,
  ancestor: ChainState,
  { node, other, modules, memory, queue, read, maxBlocks, gapRange, suspect, signal }: CatchUpDeps,
): Promise<{ state: ChainState; logs: number } | undefined> {
  const blocks = head.number - ancestor.blockNumber
  if (blocks <= 0n || blocks > BigInt(maxBlocks)) return undefined
  if ((await node.hashAt(ancestor.blockNumber)) !== ancestor.blockHash) return undefined

  const topics = getTopics(modules)
  const unread = new Map<FollowedModule, PoolIdentity[]>()
  // Only the state of sampled pools at the head counts.
  const sampledBefore = [...ancestor.sampled].flatMap((address) => ancestor.poolIndex.contract(address) ?? [])
  let pools: ChainPools = ancestor
  const shown = new Set<Hex>()
  const differing = new Set<string>()
  let witness = (await hasHead({ other, signal }, head)) ? other : undefined
  let count = 0
  for (let start = ancestor.blockNumber + 1n; start <= head.number; ) {
    const left = Number(head.number - start) + 1
    const size = Math.min(gapRange.size(), left)
    const toBlock = start + BigInt(size) - 1n
    const query = { topics, fromBlock: start, toBlock }
    const [logs, theirs] = await Promise.all([
      requestLogs(node, { query, range: gapRange }),
      readOther(witness, query),
    ])
    if (theirs === 'failed') witness = undefined
    if (logs && !theirs) gapRange.refused(size)
    if (!logs || !theirs) continue
    if (theirs !== 'failed')
      for (const subject of findDiffering(logs, theirs, modules)) differing.add(subject)
    for (const {
      address,
      topics: [topic],
    } of logs) {
      shown.add(address)
      if (topic) shown.add(topic)
    }
    start = toBlock + 1n
    count += logs.length
    const next = advance(pools, { logs, sampled: sampledBefore }, modules)
    for (const { module, identity } of next.announced) memory.announced(module, identity)
    queue.add(memory.touch(next))
    for (const [module, found] of next.unread) unread.set(module, [...(unread.get(module) ?? []), ...found])
    pools = next
  }
  const contracts = [...differing].flatMap((subject) => pools.poolIndex.contract(subject) ?? [])
  if (witness) suspect(contracts.map(({ address }) => address))
  const gap = { fromBlock: ancestor.blockNumber + 1n, toBlock: head.number, shown }
  const doubtful = witness
    ? findFollowed(contracts, modules)
    : await findNamed(pools.poolIndex, gap, { node, modules })
  for (const { module, identity } of doubtful) unread.set(module, [...(unread.get(module) ?? []), identity])
  const [sampled, shared] = await Promise.all([samplePools(modules, read), readShared(modules, read)])
  const advanced = advance(pools, { logs: [], sampled }, modules)
  const outdated = withOutdated({ ...advanced, unread }, modules, [ancestor.shared, shared])
  const { timestamp } = head
  const watched = await withWatched({ ...advanced, unread: outdated }, modules, { timestamp, read })
  const state = createSnapshot(head, await readUnread({ ...advanced, ...watched }, read), shared)
  // Ranges are queried by number, so the whole range must be on the branch of the head.
  if ((await node.hashAt(head.number)) !== head.hash) {
    throw new Error(`Block ${head.number} was replaced while it was read`)
  }
  return { state, logs: count }
}

/**
 * Checks whether another node has the head, and waits once for a node that is behind. Such a node
 * returns too few logs, like a node that omits some.
 */
async function hasHead(
  { other, signal }: Pick<CatchUpDeps, 'other' | 'signal'>,
  head: Header,
): Promise<boolean> {
  const readHash = () => other?.hashAt(head.number).catch(() => undefined)
  let hash = await readHash()
  if (hash === null) {
    await sleep(AGAIN_MS, signal)
    hash = await readHash()
  }
  return hash === head.hash
}

/** Returns undefined if the node refuses this many blocks or logs. */
async function readOther(
  witness: CatchUpDeps['other'],
  query: LogQuery,
): Promise<readonly PoolLog[] | 'failed' | undefined> {
  if (!witness) return 'failed'
  return witness.logsAtOnce(query).catch(() => 'failed' as const)
}

/** Returns the topics of every log that concerns pools. */
export function getTopics({ followed }: LiquidityModules) {
  return [...new Set(followed.flatMap((module) => [module.createdTopic, ...module.topics]))]
}
