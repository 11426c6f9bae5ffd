import type { PublicClient } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { BlockReader, FollowedPool, LiquidityModules } from '../../modules/core/module.ts'
import type { Pool, PoolLog } from '../../modules/core/pool.ts'
import { isResponding } from '../../modules/core/read-untrusted.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import type { LogRange } from '../blocks/log-range.ts'
import type { ChainNode, Header } from '../blocks/node.ts'
import { readLogs } from '../blocks/read-logs.ts'
import { catchUpLedger, type DiscoverDeps, findUntradable } from '../discovery/discover.ts'
import { keepFound, type MissedPool, takeBackFound, takeMissed } from '../discovery/rediscovery.ts'
import type { KnownPool } from '../pool-set/known-pools.ts'
import { loadPools } from '../pool-set/load-pools.ts'
import type { LoadQueue } from '../pool-set/load-queue.ts'
import type { PoolMemory } from '../pool-set/pool-memory.ts'
import type { RpcNodes } from '../rpc/rpc-nodes.ts'
import { advance, type BlockDelta, getSubject } from '../snapshot/advance.ts'
import { type History, MAX_REORG_BLOCKS } from '../snapshot/history.ts'
import type { PoolIndex } from '../snapshot/pool-index.ts'
import { type ChainPools, type ChainState, createSnapshot } from '../snapshot/snapshot.ts'
import { catchUp, getTopics } from './catch-up.ts'
import type { FindPoolsWithoutLogs } from './find-pools-without-logs.ts'
import { findBranch } from './follow-branch.ts'
import {
  loadSnapshot,
  readShared,
  readUnread,
  samplePools,
  withOutdated,
  withWatched,
} from './load-snapshot.ts'
import type { ReloadCause, SyncEvent } from './sync-events.ts'

const PARALLEL_BLOCKS = 8
/** A healthy node may lag this much behind the followed head. */
const MAX_LAG_SECONDS = 15
/**
 * Limit of pools reloaded per block because of doubtful logs. A concentrated pool can take 700
 * calls.
 */
const MAX_READ_AGAIN = 16
/**
 * Blocks for which a full node keeps the state. No part of a load starts after half of them,
 * because it may take as long again.
 */
const KEPT_BLOCKS = 128
const MIN_LOAD_MS = 10_000

export type LoadDeps = Pick<SyncDeps, 'queue' | 'memory' | 'history' | 'config' | 'client' | 'report'>

export interface SyncDeps extends Omit<DiscoverDeps, 'read'> {
  modules: LiquidityModules
  config: ChainServiceConfig
  client: PublicClient
  nodes: Pick<RpcNodes, 'hashesAt' | 'distrustChain'>
  history: History
  /** Other nodes than the one that returned a block, if any. */
  witnessOf(blockHash: Hex): ChainNode
  findLacking: FindPoolsWithoutLogs
  /** Schedules pools to be read again, from another node too. */
  suspect(pools: readonly Address[]): void
  /** Called after a long gap was closed with ranges of logs. */
  caughtUp(): void
  /** Pools that memory lacks or has wrong. They are read with the next block. */
  missed: Set<MissedPool>
  memory: PoolMemory
  /**
   * `queue`: pools to load as soon as possible. `unwanted`: addresses to drop with the next block.
   */
  queue: LoadQueue
  unwanted: Set<string>
  /** Above this many blocks it is cheaper to reload every pool than to read every log. */
  maxBlocks: number
  gapRange: LogRange
  report: (event: SyncEvent) => void
}

/** Syncs the history to the node's head. Returns the newest snapshot. */
export async function syncToHead(deps: SyncDeps): Promise<ChainState> {
  const { history, node, report, config } = deps
  const head = await node.latest()
  const known = history.latest()
  if (!known) return load(deps)
  if (known.blockHash === head.hash) return known

  const branch = await findBranch(head, history, node)
  // A node that is behind did not revert anything, and another node may have the newer blocks.
  const isBehind = head.number < known.blockNumber && config.rpcUrls.length > 1
  if (branch?.headers.length === 0 && isBehind) return known
  if (!branch) {
    if (isBehind) {
      const words = `The node is at block ${head.number}, and block ${known.blockNumber} was followed`
      const isFar = Number(known.blockNumber - head.number) * config.blockSeconds > MAX_LAG_SECONDS
      if (!isFar || !(await isKnownToNone(known, deps))) throw new Error(words)
      const vanished = { cause: 'vanished', reason: `${words}, which no node has` } as const
      const why = history.reaches(head.number) ? await explainReload(head, known, deps) : vanished
      history.clear()
      return reload(why, deps)
    }
    const other = (deps.nodeCount ?? 1) > 1 ? deps.witnessOf(head.hash) : undefined
    const caughtUp = await catchUp(head, known, { ...deps, other, read: readerAt(head, deps) })
    if (caughtUp) {
      history.push(caughtUp.state)
      deps.caughtUp()
      reportAdvance(caughtUp.state, caughtUp.logs, deps)
      return caughtUp.state
    }
    return reload(await explainReload(head, known, deps), deps)
  }
  if (branch.ancestor !== known) {
    const depth = Number(known.blockNumber - branch.ancestor.blockNumber)
    report({ type: 'reorganized', ancestor: branch.ancestor.blockNumber, depth })
    history.rollBackTo(branch.ancestor)
    takeBackFound(deps.missed, branch.ancestor.blockNumber)
  }
  return follow(branch.ancestor, branch.headers, deps)
}

interface Reload {
  cause: ReloadCause
  reason: string
}

/**
 * Verifies the chain ids again before a reload, because a node of another chain has none of the
 * followed blocks.
 */
async function reload(why: Reload, deps: SyncDeps): Promise<ChainState> {
  deps.report({ type: 'reloading', ...why })
  deps.nodes.distrustChain()
  return load(deps)
}

/** Explains why a head cannot be reached from the kept snapshots. */
async function explainReload(head: Header, known: ChainState, { history, node }: SyncDeps): Promise<Reload> {
  const oldest = history.oldest() ?? known
  const isKept =
    oldest.blockNumber <= head.number && (await node.hashAt(oldest.blockNumber)) === oldest.blockHash
  if (isKept) {
    const reason = `block ${head.number} is too far from block ${known.blockNumber}, which was followed`
    return { cause: 'gap', reason }
  }
  // The oldest snapshot was reverted too.
  const depth = Number(known.blockNumber - oldest.blockNumber) + 1
  const reason = `block ${head.number} does not follow any known block: ${depth} or more were taken back`
  return { cause: depth > MAX_REORG_BLOCKS ? 'deep-reorg' : 'reorg', reason }
}

/**
 * Checks whether at least two nodes respond and none has the block. Then the node that returned it
 * was wrong.
 */
async function isKnownToNone({ blockNumber, blockHash }: ChainState, { nodes }: SyncDeps): Promise<boolean> {
  const answers = (await nodes.hashesAt(blockNumber)).filter((hash) => hash !== undefined)
  return answers.length > 1 && !answers.includes(blockHash)
}

async function follow(ancestor: ChainState, headers: readonly Header[], deps: SyncDeps): Promise<ChainState> {
  const { history } = deps
  let state = ancestor
  for (let start = 0; start < headers.length; start += PARALLEL_BLOCKS) {
    const chunk = headers.slice(start, start + PARALLEL_BLOCKS)
    const { poolIndex } = state
    for (const delta of await Promise.all(chunk.map((header) => readBlock(header, poolIndex, deps)))) {
      const next = await nextState(state, delta, deps)
      history.push(next, state)
      state = next
      reportAdvance(next, delta.logs.length, deps)
    }
  }
  return state
}

function reportAdvance(
  { blockNumber, blockHash, poolIndex }: ChainState,
  logs: number,
  deps: SyncDeps,
): void {
  deps.report({ type: 'advanced', blockNumber, blockHash, pools: poolIndex.size, logs })
}

interface ReadBlock extends BlockDelta {
  header: Header
  /** Logs that not every response contained. */
  added: readonly PoolLog[]
  /** Pools that may have more logs, which no node returned. */
  lacking: readonly FollowedPool[]
  shared: ReadonlyMap<string, string>
}

/** `poolIndex` belongs to the block or to an earlier one. */
async function readBlock(header: Header, poolIndex: PoolIndex, deps: SyncDeps): Promise<ReadBlock> {
  const { modules, node, nodeCount = 1, signal } = deps
  const findLacking = (logs: readonly PoolLog[], maxMistaken: number) =>
    header.logsBloom ? deps.findLacking(header.logsBloom, poolIndex, logs, maxMistaken) : []
  const witness = nodeCount > 1 ? deps.witnessOf(header.hash) : node
  const logDeps = { node, witness, nodeCount, findLacking, ...(signal && { signal }) }
  const [{ logs, added, lacking }, sampled, shared] = await Promise.all([
    readLogs(header, getTopics(modules), logDeps),
    samplePools(modules, readerAt(header, deps)),
    readShared(modules, readerAt(header, deps)),
  ])
  return { header, logs, added, lacking, sampled, shared }
}

async function nextState(parent: ChainState, delta: ReadBlock, deps: SyncDeps): Promise<ChainState> {
  const { missed, memory, queue, unwanted } = deps
  const advanced = advance(parent, delta, deps.modules)
  for (const { module, identity } of advanced.announced) memory.announced(module, identity)
  queue.add(memory.touch(advanced))
  const { header, shared } = delta
  const read = readerAt(header, deps)
  const outdated = withOutdated(advanced, deps.modules, [parent.shared, shared])
  const { timestamp } = header
  const watched = await withWatched({ ...advanced, unread: outdated }, deps.modules, { timestamp, read })
  const unread = new Map(watched.unread)
  const taken = takeMissed(missed)
  const lacking = taken.filter(
    ({ identity, isWrong }) => isWrong || !advanced.poolIndex.contract(identity.address),
  )
  for (const { module, identity } of lacking) unread.set(module, [...(unread.get(module) ?? []), identity])
  const doubtful = findTouched(delta.added, advanced, deps.modules)
  deps.suspect(doubtful.map(({ pool }) => pool.address))
  const again = doubtful
    .slice(0, MAX_READ_AGAIN)
    .map(({ module, pool }) => ({ module, identity: pool.identity }))
  for (const { module, identity } of [...again, ...delta.lacking]) {
    unread.set(module, [...(unread.get(module) ?? []), identity])
  }
  const pools = await readUnread({ ...advanced, poolIndex: watched.poolIndex, unread }, read)
  const found = lacking.filter(({ identity }) => pools.poolIndex.contract(identity.address))
  keepFound(missed, { taken, found, blockNumber: header.number })
  // An announced pool may not exist. A listed pool exists even if it cannot be read now.
  const fresh = found.filter(({ isWrong }) => !isWrong)
  for (const one of new Set([...fresh, ...taken.filter(({ isListed }) => isListed)]))
    memory.announced(one.module, one.identity)
  noteFound(
    fresh.filter(({ isTold }) => !isTold),
    header,
    deps,
  )
  const changes = new Map(Array.from(unwanted, (address) => [address, undefined]))
  unwanted.clear()
  return createSnapshot(header, { ...pools, poolIndex: pools.poolIndex.with(changes) }, shared)
}

/** Records pools whose logs a node omitted, and reports them separately from newly listed pools. */
function noteFound(found: readonly MissedPool[], header: Header, { ledger, report }: SyncDeps): void {
  const missed = found.filter(({ isListed }) => !isListed)
  for (const { module, identity } of missed) ledger.addMissed(module, identity, header)
  const told = [
    { type: 'rediscovered', some: missed },
    { type: 'listed', some: found.filter(({ isListed }) => isListed) },
  ] as const
  for (const { type, some } of told) {
    if (some.length === 0) continue
    report({ type, blockNumber: header.number, pools: some.map(({ identity }) => identity.address) })
  }
}

/** Returns the pools that logs concern. */
function findTouched(logs: readonly PoolLog[], { poolIndex }: ChainPools, { followed }: LiquidityModules) {
  const subjects = new Set(logs.map((log) => getSubject(followed, log)))
  return [...subjects].flatMap((subject) => {
    const pool = poolIndex.contract(subject)
    const module = followed.find(({ id }) => id === pool?.module)
    return pool && module ? [{ module, pool }] : []
  })
}

/**
 * Loads some waiting pools at the newest block and returns its snapshot with them. Drops pools that
 * cannot be read, because prices work without them. Retries at the next turn if the node failed.
 */
export async function loadWanted(state: ChainState, deps: LoadDeps): Promise<ChainState> {
  const { queue, memory, history, report } = deps
  const read = readerAt(state.header, deps)
  const changes = new Map<string, Pool | undefined>()
  const tried: KnownPool[] = []
  for (const group of queue.take()) {
    const lacking = group.filter(({ identity }) => !state.poolIndex.contract(identity.address))
    try {
      for (const pool of await loadPools(lacking, read)) changes.set(pool.address, pool)
      tried.push(...lacking)
      queue.done(group)
    } catch (error) {
      report({ type: 'load-failed', pools: lacking.length, error })
      if (!(await isResponding(read))) break
      tried.push(...queue.failed(group))
    }
  }
  const loaded = state.poolIndex.with(changes)
  const drop = memory.loaded(tried, loaded)
  if (changes.size === 0 && drop.length === 0) return state
  const poolIndex = loaded.with(new Map(drop.map((address) => [address, undefined])))
  const next = createSnapshot(state.header, { poolIndex, sampled: state.sampled }, state.shared)
  history.replaceLatest(next)
  return next
}

function readerAt(
  { hash, l1Fee }: Header,
  { client, config }: Pick<SyncDeps, 'client' | 'config'>,
): BlockReader {
  return createBlockReader(client, { multicall3: config.multicall3, blockHash: hash, l1Fee })
}

async function load(deps: SyncDeps): Promise<ChainState> {
  const { node, history, report } = deps
  const startedAt = performance.now()
  await catchUpLedger(deps)
  const readAt = (header: Header) => readerAt(header, deps)
  const maxMs = Math.max(MIN_LOAD_MS, (deps.config.blockSeconds * 1_000 * KEPT_BLOCKS) / 2)
  // The head is read again, because nodes keep the state of only some minutes.
  const head = await node.latest()
  const state = await loadSnapshot(head, { ...deps, read: readAt(head), readAt, maxMs })
  history.push(state)
  for (const source of findUntradable(deps)) report({ type: 'none-tradable', ...source })
  report({
    type: 'loaded',
    blockNumber: state.blockNumber,
    blockHash: state.blockHash,
    pools: state.poolIndex.size,
    durationMs: Math.round(performance.now() - startedAt),
  })
  return state
}
