import { firstWord } from '../../lib/abi-words.ts'
import type {
  BlockReader,
  ContractCall,
  FollowedModule,
  LiquidityModules,
} from '../../modules/core/module.ts'
import type { Pool, PoolIdentity, WatchedCall } from '../../modules/core/pool.ts'
import { readPlugins } from '../../modules/core/read-untrusted.ts'
import type { Header } from '../blocks/node.ts'
import { type DiscoverDeps, discover } from '../discovery/discover.ts'
import type { Discovery } from '../discovery/discovery.ts'
import type { PoolMemory } from '../pool-set/pool-memory.ts'
import type { Advanced } from '../snapshot/advance.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { type ChainPools, type ChainState, createSnapshot } from '../snapshot/snapshot.ts'

export interface LoadSnapshotDeps extends DiscoverDeps {
  modules: LiquidityModules
  memory: PoolMemory
  readAt: (header: Header) => BlockReader
  /**
   * No further pools are loaded after this time, because nodes may soon drop the state of the
   * block.
   */
  maxMs: number
}

/**
 * Loads the snapshot of a block: the pools that belong in memory, in their state at that block.
 * Uses a newer block if pools had to be measured first, because nodes may have dropped the state.
 * Throws `IncompleteDiscoveryError` if the node's logs are incomplete.
 */
export async function loadSnapshot(header: Header, deps: LoadSnapshotDeps): Promise<ChainState> {
  const end = performance.now() + deps.maxMs
  const discovery = await discover(header, deps)
  const readNewest = async () => deps.readAt(await deps.node.latest())
  // Measures only once, because a chain may create pools endlessly. The few new pools are measured
  // while they are loaded.
  if (!(await deps.memory.measure(discovery, readNewest))) return loadAt(header, discovery, { ...deps, end })
  const head = await deps.node.latest()
  const newer = { ...deps, read: deps.readAt(head), end: performance.now() + deps.maxMs }
  return loadAt(head, await discover(head, newer, discovery), newer)
}

/** `end` is the time by `performance.now` after `maxMs`. */
async function loadAt(
  header: Header,
  discovery: Discovery,
  deps: LoadSnapshotDeps & { end: number },
): Promise<ChainState> {
  const pools = await deps.memory.load(discovery, deps.read, () => performance.now() > deps.end)
  const [sampled, shared] = await Promise.all([
    samplePools(deps.modules, deps.read),
    readShared(deps.modules, deps.read),
  ])
  if ((await deps.node.hashAt(header.number)) !== header.hash) {
    throw new Error(`Block ${header.number} was replaced while it was read`)
  }
  const poolIndex = createPoolIndex([...pools, ...sampled])
  const addresses = new Set(sampled.map(({ address }) => address))
  return createSnapshot(header, { poolIndex, sampled: addresses }, shared)
}

/**
 * Reads the pools that `advance` could not derive from logs. Drops pools that can no longer be
 * read, because their state is unknown.
 */
export async function readUnread(
  { unread, poolIndex, sampled }: Pick<Advanced, 'unread' | 'poolIndex' | 'sampled'>,
  read: BlockReader,
): Promise<ChainPools> {
  const pools = { poolIndex, sampled }
  if (unread.size === 0) return pools
  const loaded = await Promise.all([...unread].map(([module, identities]) => module.load(identities, read)))
  const asked = [...unread.values()].flat().filter(({ address }) => poolIndex.contract(address))
  const changes = new Map<string, Pool | undefined>(asked.map(({ address }) => [address, undefined]))
  for (const pool of loaded.flat()) changes.set(pool.address, pool)
  return { ...pools, poolIndex: pools.poolIndex.with(changes) }
}

/** Reads the pools that are sampled at every block. */
export async function samplePools({ sampled }: LiquidityModules, read: BlockReader): Promise<Pool[]> {
  return (await Promise.all(sampled.map((module) => module.sample(read)))).flat()
}

/** Reads the state that all pools of a module depend on and no log reveals, by module id. */
export async function readShared(
  { followed }: LiquidityModules,
  read: BlockReader,
): Promise<ReadonlyMap<string, string>> {
  const found = followed.flatMap((module) =>
    module.readShared ? [{ module, text: module.readShared(read) }] : [],
  )
  return new Map(await Promise.all(found.map(async ({ module, text }) => [module.id, await text] as const)))
}

/**
 * Checks the values that pools watch at the reader's block. Adds pools whose value changed to
 * `unread`, and outdated pools at each block until they can be read.
 */
export async function withWatched(
  { unread, poolIndex }: Pick<Advanced, 'unread' | 'poolIndex'>,
  { followed }: LiquidityModules,
  { timestamp, read }: { timestamp: bigint; read: BlockReader },
): Promise<Pick<Advanced, 'unread' | 'poolIndex'>> {
  const due = [...poolIndex.watching()].flatMap((pool) => {
    const calls = pool.isOutdated ? [] : (pool.watched?.filter(({ after }) => timestamp > after) ?? [])
    return calls.length > 0 || pool.isOutdated ? [{ pool, calls }] : []
  })
  if (due.length === 0) return { unread, poolIndex }
  const calls = new Map(due.flatMap((one) => one.calls.map((call) => [getKey(call), call])))
  const answers = await readWatched([...calls.values()], read)
  const changed = due.filter(
    ({ pool, calls: own }) =>
      pool.isOutdated || own.some((call) => answers.get(getKey(call)) !== call.result),
  )
  const all = new Map(unread)
  const changes = new Map<string, Pool>()
  for (const { pool, calls: own } of changed) {
    const [call] = own
    if (pool.withResult && call) {
      changes.set(pool.address, pool.withResult(answers.get(getKey(call))))
      continue
    }
    const module = followed.find(({ id }) => id === pool.module)
    if (module) all.set(module, [...(all.get(module) ?? []), pool.identity])
  }
  return { unread: all, poolIndex: changes.size > 0 ? poolIndex.with(changes) : poolIndex }
}

/** Returns the first word of each result, by key. */
async function readWatched(calls: readonly WatchedCall[], read: BlockReader) {
  const groups = [true, false].map((isUntrusted) =>
    calls.filter((call) => (call.isUntrusted ?? false) === isUntrusted),
  )
  const found = await Promise.all(
    groups.map(async (group, i) => {
      if (group.length === 0) return []
      const told = i === 0 ? await readPlugins(read, group) : await read(group)
      return group.map((call, k) => [getKey(call), firstWord(told[k])] as const)
    }),
  )
  return new Map(found.flat())
}

function getKey({ to, data }: ContractCall): string {
  return `${to} ${data}`
}

/** Adds the pools of modules whose shared state changed to `unread`. */
export function withOutdated(
  { unread, poolIndex }: Pick<Advanced, 'unread' | 'poolIndex'>,
  { followed }: LiquidityModules,
  [before, now]: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>],
): ReadonlyMap<FollowedModule, PoolIdentity[]> {
  const changed = followed.filter(({ id }) => before.get(id) !== now.get(id))
  if (changed.length === 0) return unread
  const all = [...poolIndex.contracts()]
  const outdated = changed.map((module): [FollowedModule, PoolIdentity[]] => {
    const own = all.filter((pool) => pool.module === module.id).map(({ identity }) => identity)
    return [module, [...(unread.get(module) ?? []), ...own]]
  })
  return new Map([...unread, ...outdated])
}
