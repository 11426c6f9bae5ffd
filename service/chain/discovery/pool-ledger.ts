import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import {
  createEntry,
  findKept,
  type HashAt,
  type LedgerEntry,
  settleMissed,
  truncateEntry,
} from './ledger-entry.ts'
import { createLedgerStore, type LedgerStore, type LedgerStoreDeps } from './ledger-store.ts'
import { type Checkpoint, KEPT_CHECKPOINTS, type Worth } from './pool-store.ts'
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

export interface LedgerDeps extends LedgerStoreDeps {
  followed: readonly FollowedModule[]
  fromBlock: number
}

const SAVE_EVERY_MS = 2_000
const SAVE_EVERY_POOLS = 5_000

export function createPoolLedger({ followed, fromBlock, ...storeDeps }: LedgerDeps): PoolLedger {
  const entries = followed.map((module) => createEntry(module, fromBlock))
  const ledgerStore = createLedgerStore(storeDeps)
  const hasStore = storeDeps.store !== undefined
  let last: Promise<unknown> = Promise.resolve()
  let savedAt = performance.now()
  let unsaved = 0

  const findEntry = (module: FollowedModule) => entries.find((one) => one.module === module)

  function getEntry(module: FollowedModule): LedgerEntry {
    const entry = findEntry(module)
    if (!entry) throw new Error(`${module.id} is not a source of this chain`)
    return entry
  }

  async function save(hashAt: HashAt): Promise<void> {
    savedAt = performance.now()
    unsaved = 0
    const getHash = rememberHashes(hashAt)
    for (const entry of entries) {
      const to = await moveCheckpoint(entry, getHash)
      if (to) await ledgerStore.write(entry, to)
    }
  }

  return {
    alone(work) {
      const run = last.then(work)
      last = run.catch(() => undefined)
      return run
    },

    async refresh(hash) {
      ledgerStore.setGenesis(hash)
      for (const entry of entries) {
        if (!entry.isAttached || !ledgerStore.isWriter()) await ledgerStore.attach(entry)
      }
    },

    async verify(hashAt) {
      const getHash = rememberHashes(hashAt)
      for (const entry of entries) {
        const { kept, lacking } = await findKept(entry, getHash)
        // A node that is far behind proves nothing about the chain. Stored pools took hours to read
        // and must survive. Pools in memory alone need no protection.
        if (hasStore && kept.length === 0 && lacking !== undefined)
          throw new Error(`The node has no block ${lacking}. Pools are known up to it, so the node is behind`)
        if (kept.length < entry.checkpoints.length) {
          const step = { to: kept.at(-1), reason: 'none of its checkpoints is on this chain' }
          await rollBack(entry, step, ledgerStore)
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
      if (!hasStore || !entry) return
      for (const { address, worth } of worths) entry.ranked.set(address, worth)
      await ledgerStore.writeWorths(entry)
    },

    async trust() {
      for (const entry of entries) await trustEntry(entry, ledgerStore)
    },

    async distrust(module, reason, isAll) {
      const entry = getEntry(module)
      if (entry.nextBlock <= fromBlock) return
      const { stored } = entry
      const after = isAll ? undefined : entry.trusted
      // A stored source without pools can be dropped without loss.
      if (!entry.replaces && !stored?.pools) return rollBack(entry, { to: after, reason }, ledgerStore)
      truncateEntry(entry, after)
      entry.stored = stored
      entry.replaces = { after, reason }
    },

    isReadElsewhere: ledgerStore.isReadElsewhere,
  }
}

/** Adds a checkpoint at the last read block. Returns the newest checkpoint to store. */
async function moveCheckpoint(entry: LedgerEntry, getHash: HashAt): Promise<Checkpoint | undefined> {
  const block = entry.nextBlock - 1
  const newest = entry.checkpoints.at(-1)
  if (block < entry.fromBlock || (newest && newest.block >= block)) return newest
  const hash = await getHash(block)
  if (!hash) return undefined
  await settleMissed(entry, { block, getHash })
  const to = { block, hash, pools: entry.pools.length, untraded: entry.untraded }
  entry.checkpoints = [...entry.checkpoints, to].slice(-KEPT_CHECKPOINTS)
  return to
}

async function rollBack(
  entry: LedgerEntry,
  { to, reason }: { to: Checkpoint | undefined; reason: string },
  ledgerStore: LedgerStore,
): Promise<void> {
  const { stored } = entry
  truncateEntry(entry, to)
  if (!entry.replaces) await ledgerStore.rollBack(entry, { stored, to, reason })
}

/** Marks the entry as confirmed, and replaces the stored pools if they were distrusted. */
async function trustEntry(entry: LedgerEntry, ledgerStore: LedgerStore): Promise<void> {
  const newest = entry.checkpoints.at(-1)
  const { replaces, stored } = entry
  entry.trusted = newest
  entry.replaces = undefined
  if (!replaces) return
  if (stored && countAnnounced(newest) <= countAnnounced(stored)) {
    // The pools that were read instead are not more complete.
    truncateEntry(entry, undefined)
    await ledgerStore.attach(entry)
    return
  }
  await ledgerStore.rollBack(entry, { stored, to: replaces.after, reason: replaces.reason })
  if (newest) await ledgerStore.write(entry, newest)
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
