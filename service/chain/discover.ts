import type { Hex } from '../../src/lib/address.ts'
import { sleep } from '../../src/lib/sleep.ts'
import { messageOf } from '../lib/message-of.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { type AskDeps, askFactories, type PairEvent, type PairRecord } from './ask-factories.ts'
import { type Discovery, IncompleteDiscoveryError } from './discovery.ts'
import type { DiscoveryWatch } from './discovery-progress.ts'
import type { DiscoveryWaits } from './discovery-wait.ts'
import { type ListDeps, type ListFailedEvent, type ListRecord, listAll } from './list-pools.ts'
import type { LogRange } from './log-range.ts'
import type { ChainNode, Header } from './node.ts'
import type { PoolLedger } from './pool-ledger.ts'
import { type ScannedPart, scanAnnouncements } from './scan-announcements.ts'
import { createProvenParts, requireServedLogs } from './served-logs.ts'

/** The last discovery of a chain: it tells how many pools there must be. */
export interface DiscoveryRecord extends ListRecord, PairRecord {
  latest: Pick<Discovery, 'block' | 'announced'> | undefined
  /** Sources of which the last discoveries showed fewer pools than their factories count, by module id. */
  short: Map<string, ShortSource>
}

interface ShortSource {
  /** By `performance.now`: since when, or since when it is read again. */
  sinceMs: number
  /** Discoveries that showed it since: after each, the next node is asked. */
  seen: number
  /** How often its announcements were read again. */
  readAgain: number
  /** Whether all of them were, from the first block on. */
  isReadWhole: boolean
}

export interface LedgerScanDeps {
  node: ChainNode
  followed: readonly FollowedModule[]
  ledger: PoolLedger
  range: LogRange
  /** Blocks behind the head that a reorganization does not reach: what is older is kept. */
  finalityBlocks: number
  waits?: DiscoveryWaits
  signal?: AbortSignal
}

/** `watch`: told how far it is. What is read later, with each block, is no discovery. */
export interface CatchUpLedgerDeps extends LedgerScanDeps {
  watch?: Pick<DiscoveryWatch, 'moved'>
}

/** `listing`: sources whose factories list their pools; nothing of them is in the ledger. `read`: pinned to the header's block. */
export interface DiscoverDeps extends CatchUpLedgerDeps, ListDeps, Pick<AskDeps, 'hubs'> {
  record: DiscoveryRecord
  report?(event: ListFailedEvent | PairEvent): void
  /** Milliseconds. Default: `performance.now`. */
  nowMs?: () => number
}

/** A discovery from whose block a later one can go on. */
export interface ScannedDiscovery extends Discovery {
  recent: {
    /** Where the ledger ended. */
    next: ReadonlyMap<FollowedModule, number>
    /** From there to the block of the discovery. */
    announcements: ScannedPart['announcements']
  }
}

/** Below this many blocks the ledger counts as caught up: what is left is read with the head. */
const NEAR_BLOCKS = 1_000
const WAIT_FOR_OTHER_MS = 2_000
/** Without progress of the other instance for so long, this one reads by itself. */
const PATIENCE_MS = 60_000
/**
 * How long a source must be short before it is read again, first what came since it was complete, then all of it: logs may be
 * seconds behind the state, and reading all takes hours with some nodes. For each request that takes; after each time four
 * times longer.
 */
const SHORT_MS_OF_REQUEST = 500
const FIRST_SHORT_MS = 30_000
const LAST_SHORT_MS = 3_600_000
/** A second discovery is of the second node, where there is one. */
const MIN_SHORT_SEEN = 2

/**
 * Brings the ledger up to the final blocks, from its last checkpoint on. Takes hours at the first start on a large chain
 * with a node that allows few blocks a call; an end at any moment costs seconds of it.
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

/** Tells a watch how far the announcements up to a head are read. */
function tellBlocks(watch: CatchUpLedgerDeps['watch'], head: bigint): TellBlocks {
  const toBlock = Number(head)
  return (block, stage) => {
    // No source is read by its logs.
    if (!Number.isFinite(block)) return
    watch?.moved(Math.min(Math.max(0, block), toBlock), toBlock, stage)
  }
}

/** Reads announcements up to a final block into the ledger: old ones only from a node that has proven that it keeps such logs. */
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
    // A scan that failed at one block keeps what it read before.
    await proven.prove()
  }
  await ledger.save(hashAt)
}

/** Keeps the checkpoint of a followed chain near its head. Returns the pools that were announced since the last one. */
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
 * Finds the pools of a block's state: those of the ledger, by the logs of the factories those announced since, and those that
 * factories list. What another discovery has just read up to a block that the chain still has is not read again.
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
    // Where logs show nothing at all, what factories name must not hide it. What the same load asked before is in the ledger.
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

/** Adds the pools between hubs that factories name and no log announced: they are kept as those that a node left out. */
async function addUnannounced(
  {
    found,
    announced,
  }: { found: Map<FollowedModule, PoolIdentity[]>; announced: Map<FollowedModule, number> },
  block: Discovery['block'],
  deps: DiscoverDeps,
): Promise<void> {
  const named = await askFactories({ ...deps, getKnown: (module) => found.get(module) ?? [] })
  for (const { module, identity } of named) {
    found.get(module)?.push(identity)
    announced.set(module, (announced.get(module) ?? 0) + 1)
    deps.ledger.addMissed(module, identity, block)
  }
}

/**
 * Sources of the last discovery whose factory announced pools, none of which is traded: a row with a slip, as in its init code hash,
 * makes other addresses than they have.
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

/** Whether the chain at a later block still has that of a discovery, and the ledger ends where it ended then. */
async function isContinuedBy(
  number: bigint,
  { block, recent }: ScannedDiscovery,
  { node, ledger }: DiscoverDeps,
): Promise<boolean> {
  if (block.number > number) return false
  if ([...ledger.next()].some(([module, next]) => recent.next.get(module) !== next)) return false
  return (await node.hashAt(block.number)) === block.hash
}

/** The announcements of the last discovery, where the chain still has its block. */
async function getAnnouncedBefore(number: bigint, { node, record }: DiscoverDeps) {
  const last = record.latest
  if (!last || last.block.number > number) return undefined
  return (await node.hashAt(last.block.number)) === last.block.hash ? last.announced : undefined
}

/**
 * An empty or truncated log response looks like a market without pools: compare with the factories' counts, and with what
 * was announced before, since no factory takes a pool back.
 */
async function requireAll({ block, announced }: Discovery, deps: DiscoverDeps): Promise<void> {
  const { followed, read, ledger, record } = deps
  if (followed.every((module) => !announced.get(module))) {
    const words = `The node shows no pool of ${followed.map(({ id }) => id).join(', ')}`
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
      throw new IncompleteDiscoveryError(`The node shows ${shown} pools of ${module.id}; there were ${last}`)
    }
    const counted = await module.countPools?.(read)
    if (counted === undefined) uncounted.push(module)
    if (counted === undefined || BigInt(shown) >= counted) {
      record.short.delete(module.id)
      continue
    }
    // The node may be behind with its latest logs; but it may have left out earlier ones too.
    const words = `The node shows ${shown} pools of ${module.id}; its factory counts ${counted}`
    short.push(record.short.get(module.id)?.isReadWhole ? `${words}${explainWhole(module, ledger)}` : words)
    readAgain = (await doubt(module, words, deps)) ?? readAgain
  }
  if (short.length === 0) return ledger.trust()
  const words = short.join('; ')
  // What the node left out of one source it may have left out of those that cannot be compared.
  for (const module of readAgain ? uncounted : []) await ledger.distrust(module, words, readAgain === 'all')
  throw new IncompleteDiscoveryError(words)
}

/** A source that is short though all of it was read again: the node is not the only one that can be at fault. */
function explainWhole(module: FollowedModule, ledger: PoolLedger): string {
  const { nextBlock, blocks } = ledger.source(module)
  return (
    `, also after all blocks since \`fromBlock\` (${nextBlock - blocks}) were read again: \`fromBlock\` may be later than ` +
    "the factory's first pool, or the nodes leave out logs"
  )
}

/** Notes that a source is short, and reads it again once it was short for long, with every node. Returns what of it. */
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
  // Of a source that was never complete, nothing is left even where only the recent blocks were doubted.
  const isReadWhole = source.isReadWhole || ledger.source(module).blocks === 0
  record.short.set(module.id, { sinceMs: now, seen: 0, readAgain: source.readAgain + 1, isReadWhole })
  return isAll ? 'all' : 'recent'
}

function getHashAt(node: ChainNode): (block: number) => Promise<Hex | null> {
  return (block) => node.hashAt(BigInt(block))
}
