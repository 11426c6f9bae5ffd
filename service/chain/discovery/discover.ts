import type { Hex } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import { messageOf } from '../../lib/message-of.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import type { LogRange } from '../blocks/log-range.ts'
import type { ChainNode, Header } from '../blocks/node.ts'
import { type Discovery, IncompleteDiscoveryError } from './discovery.ts'
import type { DiscoveryWatch } from './discovery-progress.ts'
import type { DiscoveryWaits } from './discovery-wait.ts'
import { type ListDeps, type ListFailedEvent, type ListRecord, listAll } from './list-pools.ts'
import type { PoolLedger } from './pool-ledger.ts'
import { type FactoryQueryDeps, type PairEvent, type PairRecord, queryFactories } from './query-factories.ts'
import { type ScannedPart, scanAnnouncements } from './scan-announcements.ts'
import { createProvenParts, requireServedLogs } from './served-logs.ts'

/** State of the last discovery of a chain. Later discoveries must find at least as many pools. */
export interface DiscoveryRecord extends ListRecord, PairRecord {
  latest: Pick<Discovery, 'block' | 'announced'> | undefined
  /**
   * Sources for which the last discoveries found fewer pools than their factories count, by module
   * id.
   */
  short: Map<string, ShortSource>
}

export function createDiscoveryRecord(): DiscoveryRecord {
  return {
    latest: undefined,
    listed: new Map(),
    silent: new Map(),
    named: new Map(),
    unanswered: new Set(),
    short: new Map(),
  }
}

interface ShortSource {
  /** Time by `performance.now` since when the source is short, or since when it is rescanned. */
  sinceMs: number
  /** Discoveries since then that were short. After each of them, the next node is used. */
  seen: number
  /** How often its announcements were rescanned. */
  readAgain: number
  /** True if the rescan covered every block from the first one. */
  isReadWhole: boolean
}

export interface LedgerScanDeps {
  node: ChainNode
  followed: readonly FollowedModule[]
  ledger: PoolLedger
  range: LogRange
  /** Blocks behind the head that no reorg reaches. Older announcements are stored. */
  finalityBlocks: number
  waits?: DiscoveryWaits
  signal?: AbortSignal
}

/** `watch` receives the progress. It is absent while a followed chain extends its ledger. */
export interface CatchUpLedgerDeps extends LedgerScanDeps {
  watch?: Pick<DiscoveryWatch, 'moved'>
}

/**
 * `listing`: sources whose factories list their pools. The ledger does not hold these. `read`:
 * pinned to the header's block.
 */
export interface DiscoverDeps extends CatchUpLedgerDeps, ListDeps, Pick<FactoryQueryDeps, 'hubs'> {
  record: DiscoveryRecord
  report?(event: ListFailedEvent | PairEvent): void
  /** Clock in milliseconds. Default: `performance.now`. */
  nowMs?: () => number
}

/** A discovery that a later one can continue. */
export interface ScannedDiscovery extends Discovery {
  recent: {
    /** Where the ledger ended. */
    next: ReadonlyMap<FollowedModule, number>
    /** Announcements from the end of the ledger to the block of the discovery. */
    announcements: ScannedPart['announcements']
  }
}

/** Within this many blocks the ledger counts as caught up. The rest is read with the head. */
const NEAR_BLOCKS = 1_000
const WAIT_FOR_OTHER_MS = 2_000
/** Takes over if the other instance makes no progress for this long. */
const PATIENCE_MS = 60_000
/**
 * How long a source must be short before it is rescanned, first since its last complete discovery,
 * then from the start. Logs may lag seconds behind the state, and a full scan can take hours. The
 * wait scales with the requests of a full scan and grows fourfold after each rescan.
 */
const SHORT_MS_OF_REQUEST = 500
const FIRST_SHORT_MS = 30_000
const LAST_SHORT_MS = 3_600_000
/** The second discovery uses the second node, if there is one. */
const MIN_SHORT_SEEN = 2

/**
 * Brings the ledger from its last checkpoint up to the final blocks. The first start on a large
 * chain can take hours. An interruption loses only seconds of work.
 */
export async function catchUpLedger(deps: CatchUpLedgerDeps): Promise<void> {
  const { node, followed, ledger, finalityBlocks, watch, signal } = deps
  if (followed.length === 0) return
  const hashAt = getHashAt(node)
  const genesis = await hashAt(0).catch(() => null)
  let seen = { nextBlock: -1, at: performance.now() }

  while (!signal?.aborted) {
    const head = await node.latest()
    const target = Number(head.number) - finalityBlocks
    const tell = tellBlocks(watch, head.number)
    const isNear = await ledger.alone(async () => {
      await ledger.refresh(genesis ?? undefined)
      await ledger.verify(hashAt)
      const nextBlock = Math.min(...ledger.next().values())
      const blocks = target - nextBlock + 1
      if (nextBlock > seen.nextBlock) seen = { nextBlock, at: performance.now() }
      const isPatient = performance.now() - seen.at < PATIENCE_MS
      if (ledger.isReadElsewhere() && isPatient && blocks > NEAR_BLOCKS) {
        tell(nextBlock - 1, 'discovering')
        return false
      }
      await extend(deps, target, tell)
      return blocks <= NEAR_BLOCKS
    })
    if (isNear) break
    if (ledger.isReadElsewhere()) await sleep(WAIT_FOR_OTHER_MS, signal)
  }
}

type TellBlocks = (block: number, stage: 'discovering' | 'recent') => void

/** Returns a function that reports how far announcements are read up to a head. */
function tellBlocks(watch: CatchUpLedgerDeps['watch'], head: bigint): TellBlocks {
  const toBlock = Number(head)
  return (block, stage) => {
    // Without announcing sources the block is infinite.
    if (!Number.isFinite(block)) return
    watch?.moved(Math.min(Math.max(0, block), toBlock), toBlock, stage)
  }
}

/**
 * Scans announcements up to a final block into the ledger. Old blocks are read only from a node
 * that has proved that it serves old logs.
 */
async function extend(deps: LedgerScanDeps, toBlock: number, tell?: TellBlocks): Promise<void> {
  const { node, ledger } = deps
  const hashAt = getHashAt(node)
  const next = ledger.next()
  const fromBlock = Math.min(...next.values())
  const isOld = toBlock - fromBlock >= NEAR_BLOCKS
  const stage = isOld ? 'discovering' : 'recent'
  tell?.(fromBlock - 1, stage)
  async function take(part: ScannedPart): Promise<void> {
    await ledger.add(part, hashAt)
    tell?.(part.toBlock, stage)
  }
  const proven = createProvenParts(node, take)
  if (isOld) await requireServedLogs(node, { fromBlock, toBlock })
  try {
    await scanAnnouncements({ next, toBlock, onPart: isOld ? proven.add : take }, deps)
  } finally {
    // A scan that failed at one block keeps the parts before it.
    await proven.prove()
  }
  await ledger.save(hashAt)
}

/**
 * Keeps the checkpoint of a followed chain near its head. Returns the pools announced since the
 * last checkpoint.
 */
export async function keepUpLedger(
  deps: LedgerScanDeps,
  head: bigint,
): Promise<{ module: FollowedModule; identity: PoolIdentity }[]> {
  const { followed, ledger, finalityBlocks } = deps
  return ledger.alone(async () => {
    const before = new Map(followed.map((module) => [module, ledger.source(module).pools.length]))
    await extend(deps, Number(head) - finalityBlocks)
    return followed.flatMap((module) =>
      ledger
        .source(module)
        .pools.slice(before.get(module))
        .map((identity) => ({ module, identity })),
    )
  })
}

/**
 * Finds the pools at a block: pools in the ledger, pools announced since, and pools that factories
 * list. Continues an earlier discovery if the chain still has its block.
 */
export async function discover(
  { number, hash }: Header,
  deps: DiscoverDeps,
  before?: ScannedDiscovery,
): Promise<ScannedDiscovery> {
  const { node, followed, ledger, finalityBlocks, record, watch } = deps
  const hashAt = getHashAt(node)
  const tell = tellBlocks(watch, number)
  return ledger.alone(async () => {
    await ledger.verify(hashAt)
    const earlier = before && (await isContinuedBy(number, before, deps)) ? before : undefined
    if (!earlier) await extend(deps, Number(number) - finalityBlocks, tell)
    const found = new Map<FollowedModule, PoolIdentity[]>()
    const announced = new Map<FollowedModule, number>()
    for (const module of followed) {
      const { pools, untraded } = ledger.source(module)
      found.set(module, [...pools])
      announced.set(module, pools.length + untraded)
    }
    const next = ledger.next()
    const readTo = earlier ? Number(earlier.block.number) : -1
    const unread = new Map(Array.from(next, ([module, block]) => [module, Math.max(block, readTo + 1)]))
    const announcements = [...(earlier?.recent.announcements ?? [])]
    tell(Math.min(...unread.values()) - 1, 'recent')
    await scanAnnouncements(
      {
        next: unread,
        toBlock: Number(number),
        async onPart(part) {
          tell(part.toBlock, 'recent')
          for (const announcement of part.announcements) announcements.push(announcement)
        },
      },
      deps,
    )
    for (const { module, identity } of announcements) {
      announced.set(module, (announced.get(module) ?? 0) + 1)
      if (identity) found.get(module)?.push(identity)
    }
    for (const module of followed) {
      const pools = found.get(module) ?? []
      const missed = ledger
        .source(module)
        .missed.filter(({ address }) => !pools.some((pool) => pool.address === address))
      pools.push(...missed)
      announced.set(module, (announced.get(module) ?? 0) + missed.length)
    }
    // If no logs are returned at all, pools returned by factories must not hide that. The ledger
    // already holds the answers to an earlier attempt of the same load.
    const isAnyShown = followed.some((module) => announced.get(module))
    if (isAnyShown && !earlier) await addUnannounced({ found, announced }, { number, hash }, deps)
    const listed = await listAll(deps)
    if (listed.errors.length > 0) throw new IncompleteDiscoveryError(listed.errors.map(messageOf).join('; '))
    for (const [module, pools] of listed.found) found.set(module, pools)
    const discovery = { block: { number, hash }, found, announced, recent: { next, announcements } }
    if (followed.length > 0) await requireAll(discovery, deps)
    record.latest = { block: discovery.block, announced }
    return discovery
  })
}

/**
 * Adds hub pools that factories return and no log announced. The ledger stores them as missed
 * pools.
 */
async function addUnannounced(
  {
    found,
    announced,
  }: { found: Map<FollowedModule, PoolIdentity[]>; announced: Map<FollowedModule, number> },
  block: Discovery['block'],
  deps: DiscoverDeps,
): Promise<void> {
  const named = await queryFactories({ ...deps, getKnown: (module) => found.get(module) ?? [] })
  for (const { module, identity } of named) {
    found.get(module)?.push(identity)
    announced.set(module, (announced.get(module) ?? 0) + 1)
    deps.ledger.addMissed(module, identity, block)
  }
}

/**
 * Returns sources whose factory announced pools, none of which is tradable. A wrong init code hash
 * in the source's row causes this.
 */
export function findUntradable({
  followed,
  ledger,
  record,
}: Pick<DiscoverDeps, 'followed' | 'ledger' | 'record'>) {
  return followed.flatMap((module) => {
    const announced = record.latest?.announced.get(module) ?? 0
    const { missed, untraded } = ledger.source(module)
    const isNone = announced > 0 && untraded === announced && missed.length === 0
    return isNone ? [{ source: module.id, announced }] : []
  })
}

/**
 * Checks that the chain still has the block of a discovery, and that the ledger still ends where it
 * did.
 */
async function isContinuedBy(
  number: bigint,
  { block, recent }: ScannedDiscovery,
  { node, ledger }: DiscoverDeps,
): Promise<boolean> {
  if (block.number > number) return false
  if ([...ledger.next()].some(([module, next]) => recent.next.get(module) !== next)) return false
  return (await node.hashAt(block.number)) === block.hash
}

/** Returns the announcement counts of the last discovery if the chain still has its block. */
async function getAnnouncedBefore(number: bigint, { node, record }: DiscoverDeps) {
  const last = record.latest
  if (!last || last.block.number > number) return undefined
  return (await node.hashAt(last.block.number)) === last.block.hash ? last.announced : undefined
}

/**
 * An empty or truncated log response looks like a market without pools. Compares with the counts of
 * the factories and with earlier announcements, because factories never remove a pool.
 */
async function requireAll({ block, announced }: Discovery, deps: DiscoverDeps): Promise<void> {
  const { followed, read, ledger, record } = deps
  if (followed.every((module) => !announced.get(module))) {
    const words = `The node returned no pool of ${followed.map(({ id }) => id).join(', ')}`
    for (const module of followed) await ledger.distrust(module, words, true)
    throw new IncompleteDiscoveryError(words)
  }
  const before = await getAnnouncedBefore(block.number, deps)
  const short: string[] = []
  const uncounted: FollowedModule[] = []
  let readAgain: 'all' | 'recent' | undefined
  for (const module of followed) {
    const shown = announced.get(module) ?? 0
    const last = before?.get(module) ?? 0
    if (shown < last) {
      throw new IncompleteDiscoveryError(
        `The node returned ${shown} pools of ${module.id}; there were ${last}`,
      )
    }
    const counted = await module.countPools?.(read)
    if (counted === undefined) uncounted.push(module)
    if (counted === undefined || BigInt(shown) >= counted) {
      record.short.delete(module.id)
      continue
    }
    // The node may lag with its latest logs, or it may have omitted earlier ones.
    const words = `The node returned ${shown} pools of ${module.id}; its factory counts ${counted}`
    short.push(record.short.get(module.id)?.isReadWhole ? `${words}${explainWhole(module, ledger)}` : words)
    readAgain = (await doubt(module, words, deps)) ?? readAgain
  }
  if (short.length === 0) return ledger.trust()
  const words = short.join('; ')
  // A node that omits logs of one source may omit logs of sources without a count.
  for (const module of readAgain ? uncounted : []) await ledger.distrust(module, words, readAgain === 'all')
  throw new IncompleteDiscoveryError(words)
}

/** Explains a source that is short after a full rescan. The node may not be the only cause. */
function explainWhole(module: FollowedModule, ledger: PoolLedger): string {
  const { nextBlock, blocks } = ledger.source(module)
  return (
    `, also after all blocks since \`fromBlock\` (${nextBlock - blocks}) were read again: \`fromBlock\` may be later than ` +
    "the factory's first pool, or the nodes leave out logs"
  )
}

/**
 * Records that a source is short, and rescans it if it stays short with every node. Returns the
 * scope of the rescan.
 */
async function doubt(
  module: FollowedModule,
  words: string,
  { ledger, record, range, nowMs = () => performance.now() }: DiscoverDeps,
): Promise<'all' | 'recent' | undefined> {
  const now = nowMs()
  const source = record.short.get(module.id) ?? { sinceMs: now, seen: 0, readAgain: 0, isReadWhole: false }
  record.short.set(module.id, source)
  source.seen += 1
  const requests = Math.ceil(ledger.source(module).blocks / range.size())
  const firstMs = Math.min(FIRST_SHORT_MS, SHORT_MS_OF_REQUEST * requests)
  const waitMs = Math.min(LAST_SHORT_MS, firstMs * 4 ** source.readAgain)
  if (source.seen < MIN_SHORT_SEEN || now - source.sinceMs < waitMs) return undefined
  const isAll = source.readAgain > 0
  await ledger.distrust(module, words, isAll)
  // A source that was never complete loses everything, even if only its recent blocks were
  // distrusted.
  const isReadWhole = source.isReadWhole || ledger.source(module).blocks === 0
  record.short.set(module.id, { sinceMs: now, seen: 0, readAgain: source.readAgain + 1, isReadWhole })
  return isAll ? 'all' : 'recent'
}

function getHashAt(node: ChainNode): (block: number) => Promise<Hex | null> {
  return (block) => node.hashAt(BigInt(block))
}
