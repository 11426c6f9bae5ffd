import type { Hex } from '../../../src/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import {
  type Checkpoint,
  KEPT_CHECKPOINTS,
  type PoolStore,
  type SourceTerms,
  type StoredSource,
  type StoreEvent,
  type StorePart,
  UnusableStoreError,
  type Worth,
} from './pool-store.ts'
import type { ScannedPart } from './scan-announcements.ts'

/** The pools of one source up to its checkpoint. */
export interface LedgerSource {
  pools: readonly PoolIdentity[]
  /**
   * Pools found without an announcement that are not final yet. A pool announced since is in
   * `pools` too.
   */
  missed: readonly PoolIdentity[]
  /** Announcements of pools that are not traded. */
  untraded: number
  /** First block whose announcements are unread. */
  nextBlock: number
  /** Number of blocks that were read. */
  blocks: number
}

/**
 * The pools that the factories of a chain announced up to a final block, in memory and in an
 * optional store. A failing store only makes a later start slower.
 */
export interface PoolLedger {
  /** Runs work that reads and then changes the ledger, one at a time. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Loads what is stored, including what another instance stored since. `genesis` is the hash of
   * block 0 if known.
   */
  refresh(genesis: Hex | undefined): Promise<void>
  /** Rolls back to the newest checkpoint that is still a block of the chain. */
  verify(hashAt: HashAt): Promise<void>
  source(module: FollowedModule): LedgerSource
  next(): Map<FollowedModule, number>
  /** Adds announcements. They are stored periodically and by `save`. */
  add(part: ScannedPart, hashAt: HashAt): Promise<void>
  /**
   * Adds a missed pool that was found at this block. It is stored once a checkpoint has passed the
   * block and the block is still on the chain. Ignores sources that are not in the ledger.
   */
  addMissed(module: FollowedModule, identity: PoolIdentity, foundAt: { number: bigint; hash: Hex }): void
  /** Moves the checkpoints forward and stores the additions. */
  save(hashAt: HashAt): Promise<void>
  /** Returns the last measured worths by address, and clears them. */
  worths(module: FollowedModule): ReadonlyMap<string, number>
  saveWorths(module: FollowedModule, worths: readonly Worth[]): Promise<void>
  /**
   * Marks the pools read so far as confirmed by the factories' counts. They replace the stored
   * pools of distrusted sources.
   */
  trust(): Promise<void>
  /**
   * Rolls a source back to its last trusted or restored position, or with `isAll` to the first
   * block. The stored pools stay until the new ones are trusted.
   */
  distrust(module: FollowedModule, reason: string, isAll: boolean): Promise<void>
  /** Checks whether another instance reads the announcements for this one too. */
  isReadElsewhere(): boolean
}

type HashAt = (block: number) => Promise<Hex | null>

export type LedgerEvent =
  | { type: 'restored'; source: string; pools: number; block: number }
  | { type: 'discarded'; source: string; reason: string }
  | StoreEvent

export interface LedgerDeps {
  followed: readonly FollowedModule[]
  /** Returns what identifies a source on its chain. */
  termsOf(module: FollowedModule): SourceTerms
  fromBlock: number
  store?: PoolStore | undefined
  report(event: LedgerEvent): void
}

interface Entry extends Position {
  module: FollowedModule
}

interface Position {
  pools: PoolIdentity[]
  untraded: number
  nextBlock: number
  /** Oldest first. */
  checkpoints: Checkpoint[]
  missed: MissedPool[]
  worths: ReadonlyMap<string, number>
  /** Worths that are not stored yet. */
  ranked: Map<string, number>
  /** The newest stored checkpoint. */
  stored: Checkpoint | undefined
  /** The last confirmed or restored checkpoint. */
  trusted: Checkpoint | undefined
  /** Set while the stored pools are distrusted: which part to replace. */
  replaces: { after: Checkpoint | undefined; reason: string } | undefined
  /** False until the stored pools were compared with this entry. */
  isAttached: boolean
}

interface MissedPool {
  identity: PoolIdentity
  block: number
  hash: Hex
}

const SAVE_EVERY_MS = 2_000
const SAVE_EVERY_POOLS = 5_000
const RETRY_STORE_MS = 15_000

export function createPoolLedger(deps: LedgerDeps): PoolLedger {
  const { followed, store, fromBlock, report } = deps
  const entries = followed.map((module): Entry => ({ module, ...getNothing() }))
  let genesis: Hex | undefined
  let last: Promise<unknown> = Promise.resolve()
  let savedAt = performance.now()
  let unsaved = 0
  let storeAt = 0
  const failing = new Set<StorePart>()

  function getNothing(): Position {
    return {
      pools: [],
      untraded: 0,
      nextBlock: fromBlock,
      checkpoints: [],
      missed: [],
      worths: new Map(),
      ranked: new Map(),
      stored: undefined,
      trusted: undefined,
      replaces: undefined,
      isAttached: false,
    }
  }

  const findEntry = (module: FollowedModule) => entries.find((one) => one.module === module)

  function getEntry(module: FollowedModule): Entry {
    const entry = findEntry(module)
    if (!entry) throw new Error(`${module.id} is not a source of this chain`)
    return entry
  }

  const getKey = ({ module }: Entry) => ({
    id: module.id,
    terms: { ...deps.termsOf(module), ...(genesis && { genesis }) },
  })
  const isStoreUsable = () => store !== undefined && performance.now() >= storeAt

  /** Runs a statement. Returns undefined if the store failed. */
  async function ask<Result>(
    entry: Entry,
    part: StorePart,
    work: (store: PoolStore) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (!store || !isStoreUsable()) return undefined
    try {
      const result = await work(store)
      if (failing.delete(part)) report({ type: 'store-recovered', part })
      return result
    } catch (error) {
      entry.isAttached = false
      if (error instanceof UnusableStoreError) throw error
      storeAt = performance.now() + RETRY_STORE_MS
      failing.add(part)
      report({ type: 'store-failed', part, error })
      return undefined
    }
  }

  /** Loads the stored pools if they go further. Otherwise records how far they go. */
  async function attach(entry: Entry): Promise<void> {
    if (entry.replaces) return
    const since = entry.isAttached ? entry.stored?.pools : undefined
    try {
      const found = await ask(entry, 'read', (it) => it.read(getKey(entry), since))
      if (!found) return
      const newest = found.checkpoints.at(-1)
      if (since !== undefined && newest && !hasCheckpoint(found, entry.stored)) {
        // Another instance rolled back in between, so everything is read again.
        entry.isAttached = false
        return await attach(entry)
      }
      entry.isAttached = true
      if (newest && newest.block >= entry.nextBlock) takeOver(entry, found, since ?? 0)
      else if (!newest || isPrefix(found, entry, since ?? 0)) entry.stored = newest
      else await dropStored(entry, 'its pools differ from the pools on the chain')
    } catch (error) {
      if (!(error instanceof UnusableStoreError)) throw error
      await dropStored(entry, error.message)
    }
  }

  function takeOver(entry: Entry, { checkpoints, pools, worths }: StoredSource, since: number) {
    const newest = checkpoints.at(-1)
    if (!newest) return
    entry.pools.length = since
    for (const pool of pools) entry.pools.push(pool)
    entry.untraded = newest.untraded
    entry.nextBlock = newest.block + 1
    entry.checkpoints = [...checkpoints]
    entry.stored = newest
    entry.trusted = newest
    if (since === 0) entry.worths = worths
    report({ type: 'restored', source: entry.module.id, pools: entry.pools.length, block: newest.block })
  }

  async function dropStored(entry: Entry, reason: string): Promise<void> {
    report({ type: 'discarded', source: entry.module.id, reason })
    entry.stored = undefined
    entry.isAttached = false
    if (!store?.isWriter()) return
    await ask(entry, 'write', (it) => it.discard(getKey(entry)))
    entry.isAttached = true
  }

  function forget(entry: Entry, to: Checkpoint | undefined): void {
    if (!to) return void Object.assign(entry, { ...getNothing(), replaces: entry.replaces })
    if (entry.trusted && entry.trusted.block > to.block) entry.trusted = to
    entry.checkpoints = entry.checkpoints.filter(({ block }) => block <= to.block)
    entry.pools.length = to.pools
    Object.assign(entry, { untraded: to.untraded, nextBlock: to.block + 1, missed: [] })
  }

  async function rollBack(entry: Entry, to: Checkpoint | undefined, reason: string): Promise<void> {
    const { stored } = entry
    forget(entry, to)
    if (!entry.replaces) await rollBackStored(entry, { stored, to, reason })
  }

  async function rollBackStored(
    entry: Entry,
    { stored, to, reason }: { stored: Checkpoint | undefined; to: Checkpoint | undefined; reason: string },
  ): Promise<void> {
    if (!to) return dropStored(entry, reason)
    if (!stored || stored.block <= to.block) return
    entry.stored = to
    if (store?.isWriter()) await ask(entry, 'write', (it) => it.rollBack(getKey(entry), to))
  }

  async function save(hashAt: HashAt): Promise<void> {
    savedAt = performance.now()
    unsaved = 0
    const getHash = rememberHashes(hashAt)
    for (const entry of entries) {
      const block = entry.nextBlock - 1
      const newest = entry.checkpoints.at(-1)
      if (block < fromBlock || (newest && newest.block >= block)) {
        if (newest) await write(entry, newest)
        continue
      }
      const hash = await getHash(block)
      if (!hash) continue
      await settleMissed(entry, { block, getHash })
      const to = { block, hash, pools: entry.pools.length, untraded: entry.untraded }
      entry.checkpoints = [...entry.checkpoints, to].slice(-KEPT_CHECKPOINTS)
      await write(entry, to)
    }
  }

  /** Moves missed pools to `pools` if their block is final and still on the chain. */
  async function settleMissed(
    entry: Entry,
    { block, getHash }: { block: number; getHash: HashAt },
  ): Promise<void> {
    const final = entry.missed.filter((one) => one.block <= block)
    const hashes = await Promise.all(final.map((one) => getHash(one.block)))
    entry.missed = entry.missed.filter((one) => one.block > block)
    for (const [i, { identity, hash }] of final.entries()) {
      const isKnown = entry.pools.some(({ address }) => address === identity.address)
      if (!isKnown && hashes[i] === hash) entry.pools.push(identity)
    }
  }

  async function write(entry: Entry, to: Checkpoint): Promise<void> {
    if (!store?.isWriter() || !isStoreUsable() || entry.replaces) return
    if (!entry.isAttached) await attach(entry)
    const { stored: from } = entry
    if (!entry.isAttached || (from && from.block >= to.block)) return
    await ask(entry, 'write', async (it) => {
      await it.append(getKey(entry), { from, to, pools: entry.pools.slice(from?.pools ?? 0, to.pools) })
      entry.stored = to
    })
    await writeWorths(entry)
  }

  /** Writes the worths of stored pools. Other worths wait. */
  async function writeWorths(entry: Entry): Promise<void> {
    if (entry.ranked.size === 0 || !entry.stored || !entry.isAttached || !store?.isWriter()) return
    const worths = Array.from(entry.ranked, ([address, worth]) => ({ address, worth }))
    entry.ranked.clear()
    await ask(entry, 'write', (it) => it.saveWorths(getKey(entry), worths))
  }

  return {
    alone(work) {
      const run = last.then(work)
      last = run.catch(() => undefined)
      return run
    },

    async refresh(hash) {
      genesis = hash
      for (const entry of entries) if (!entry.isAttached || !store?.isWriter()) await attach(entry)
    },

    async verify(hashAt) {
      const getHash = rememberHashes(hashAt)
      for (const entry of entries) {
        const kept = [...entry.checkpoints]
        let lacking: number | undefined
        for (let one = kept.at(-1); one; one = kept.at(-1)) {
          const hash = await getHash(one.block)
          if (hash === one.hash) break
          if (!hash) lacking = one.block
          kept.pop()
        }
        // A node that is far behind proves nothing about the chain. Stored pools took hours to read
        // and must survive. Pools in memory alone need no protection.
        if (store && kept.length === 0 && lacking !== undefined)
          throw new Error(`The node has no block ${lacking}. Pools are known up to it, so the node is behind`)
        if (kept.length < entry.checkpoints.length) {
          await rollBack(entry, kept.at(-1), 'none of its checkpoints is on this chain')
        }
      }
    },

    source(module) {
      const { pools, missed, untraded, nextBlock } = getEntry(module)
      const blocks = nextBlock - fromBlock
      return { pools, missed: missed.map(({ identity }) => identity), untraded, nextBlock, blocks }
    },

    next: () => new Map(entries.map(({ module, nextBlock }) => [module, nextBlock])),

    async add({ modules, toBlock, announcements }, hashAt) {
      for (const { module, identity } of announcements) {
        const entry = getEntry(module)
        if (identity) entry.pools.push(identity)
        else entry.untraded += 1
      }
      for (const module of modules) getEntry(module).nextBlock = toBlock + 1
      unsaved += announcements.length
      if (unsaved >= SAVE_EVERY_POOLS || performance.now() - savedAt > SAVE_EVERY_MS) await save(hashAt)
    },

    addMissed: (module, identity, { number, hash }) =>
      void findEntry(module)?.missed.push({ identity, block: Number(number), hash }),
    save,

    worths(module) {
      const entry = findEntry(module)
      if (!entry) return new Map()
      const { worths } = entry
      entry.worths = new Map()
      return worths
    },

    async saveWorths(module, worths) {
      const entry = findEntry(module)
      if (!store || !entry) return
      for (const { address, worth } of worths) entry.ranked.set(address, worth)
      await writeWorths(entry)
    },

    async trust() {
      for (const entry of entries) {
        const newest = entry.checkpoints.at(-1)
        const { replaces, stored } = entry
        entry.trusted = newest
        entry.replaces = undefined
        if (!replaces) continue
        if (stored && countAnnounced(newest) <= countAnnounced(stored)) {
          // The pools that were read instead are not more complete.
          Object.assign(entry, getNothing())
          await attach(entry)
          continue
        }
        await rollBackStored(entry, { stored, to: replaces.after, reason: replaces.reason })
        if (newest) await write(entry, newest)
      }
    },

    async distrust(module, reason, isAll) {
      const entry = getEntry(module)
      if (entry.nextBlock <= fromBlock) return
      const { stored } = entry
      const after = isAll ? undefined : entry.trusted
      // A stored source without pools can be dropped without loss.
      if (!entry.replaces && !stored?.pools) return rollBack(entry, after, reason)
      forget(entry, after)
      entry.stored = stored
      entry.replaces = { after, reason }
    },

    isReadElsewhere: () =>
      store !== undefined && isStoreUsable() && !store.isWriter() && store.mayOtherWrite(),
  }
}

/** Shares one request for the hash among sources at the same block. */
function rememberHashes(hashAt: HashAt): HashAt {
  const hashes = new Map<number, Promise<Hex | null>>()
  return (block) => {
    const hash = hashes.get(block) ?? hashAt(block)
    hashes.set(block, hash)
    return hash
  }
}

function countAnnounced(checkpoint: Checkpoint | undefined): number {
  return checkpoint ? checkpoint.pools + checkpoint.untraded : 0
}

function hasCheckpoint({ checkpoints }: StoredSource, wanted: Checkpoint | undefined): boolean {
  return checkpoints.some(({ block, hash }) => block === wanted?.block && hash === wanted.hash)
}

/** Checks whether the stored pools are a prefix of the known ones. */
function isPrefix({ pools: part }: StoredSource, { pools }: Entry, since: number): boolean {
  const length = since + part.length
  return length <= pools.length && (part.length === 0 || part.at(-1)?.address === pools[length - 1]?.address)
}
