import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import { type LedgerEntry, restoreEntry } from './ledger-entry.ts'
import {
  type Checkpoint,
  type PoolStore,
  type SourceParameters,
  type StoredSource,
  type StoreEvent,
  type StorePart,
  UnusableStoreError,
} from './pool-store.ts'

/** Keeps the entries of a ledger and an optional store equal. Does nothing while the store fails. */
export interface LedgerStore {
  /** Block 0 is part of the key of each source. */
  setGenesis(hash: Hex | undefined): void
  isWriter(): boolean
  isReadElsewhere(): boolean
  /** Loads the stored pools if they go further. Otherwise records how far they go. */
  attach(entry: LedgerEntry): Promise<void>
  /** Appends the pools up to a checkpoint. */
  write(entry: LedgerEntry, to: Checkpoint): Promise<void>
  /** Writes the worths of stored pools. Other worths wait. */
  writeWorths(entry: LedgerEntry): Promise<void>
  /** Drops what is stored after a checkpoint, or everything without one. */
  rollBack(entry: LedgerEntry, step: StoredRollBack): Promise<void>
}

interface StoredRollBack {
  /** The newest stored checkpoint. */
  stored: Checkpoint | undefined
  to: Checkpoint | undefined
  reason: string
}

export type LedgerEvent =
  | { type: 'restored'; source: string; pools: number; block: number }
  | { type: 'discarded'; source: string; reason: string }
  | StoreEvent

export interface LedgerStoreDeps {
  /** Returns what identifies a source on its chain. */
  getParameters(module: FollowedModule): SourceParameters
  store?: PoolStore | undefined
  report(event: LedgerEvent): void
}

const RETRY_STORE_MS = 15_000

export function createLedgerStore({ store, getParameters, report }: LedgerStoreDeps): LedgerStore {
  const failing = new Set<StorePart>()
  let genesis: Hex | undefined
  let retryAt = 0

  const getKey = ({ module }: LedgerEntry) => ({
    id: module.id,
    parameters: { ...getParameters(module), ...(genesis && { genesis }) },
  })
  const isUsable = () => store !== undefined && performance.now() >= retryAt
  const isWriter = () => store?.isWriter() === true

  /** Runs a statement. Returns undefined if the store failed. */
  async function run<Result>(
    entry: LedgerEntry,
    part: StorePart,
    work: (store: PoolStore) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (!store || !isUsable()) return undefined
    try {
      const result = await work(store)
      if (failing.delete(part)) report({ type: 'store-recovered', part })
      return result
    } catch (error) {
      entry.isAttached = false
      if (error instanceof UnusableStoreError) throw error
      retryAt = performance.now() + RETRY_STORE_MS
      failing.add(part)
      report({ type: 'store-failed', part, error })
      return undefined
    }
  }

  async function attach(entry: LedgerEntry): Promise<void> {
    if (entry.replaces) return
    const since = entry.isAttached ? entry.stored?.pools : undefined
    try {
      const found = await run(entry, 'read', (it) => it.read(getKey(entry), since))
      if (!found) return
      const newest = found.checkpoints.at(-1)
      if (since !== undefined && newest && !hasCheckpoint(found, entry.stored)) {
        // Another instance rolled back in between, so everything is read again.
        entry.isAttached = false
        return await attach(entry)
      }
      entry.isAttached = true
      if (newest && newest.block >= entry.nextBlock) restore(entry, found, { newest, since: since ?? 0 })
      else if (!newest || isPrefix(found, entry, since ?? 0)) entry.stored = newest
      else await drop(entry, 'its pools differ from the pools on the chain')
    } catch (error) {
      if (!(error instanceof UnusableStoreError)) throw error
      await drop(entry, error.message)
    }
  }

  function restore(...[entry, found, at]: Parameters<typeof restoreEntry>): void {
    restoreEntry(entry, found, at)
    report({ type: 'restored', source: entry.module.id, pools: entry.pools.length, block: at.newest.block })
  }

  async function drop(entry: LedgerEntry, reason: string): Promise<void> {
    report({ type: 'discarded', source: entry.module.id, reason })
    entry.stored = undefined
    entry.isAttached = false
    if (!isWriter()) return
    await run(entry, 'write', (it) => it.discard(getKey(entry)))
    entry.isAttached = true
  }

  async function writeWorths(entry: LedgerEntry): Promise<void> {
    if (entry.ranked.size === 0 || !entry.stored || !entry.isAttached || !isWriter()) return
    const worths = Array.from(entry.ranked, ([address, worth]) => ({ address, worth }))
    entry.ranked.clear()
    await run(entry, 'write', (it) => it.saveWorths(getKey(entry), worths))
  }

  return {
    setGenesis(hash) {
      genesis = hash
    },
    isWriter,
    isReadElsewhere: () => store !== undefined && isUsable() && !isWriter() && store.mayOtherWrite(),
    attach,

    async write(entry, to) {
      if (!isWriter() || !isUsable() || entry.replaces) return
      if (!entry.isAttached) await attach(entry)
      const { stored: from } = entry
      if (!entry.isAttached || (from && from.block >= to.block)) return
      await run(entry, 'write', async (it) => {
        await it.append(getKey(entry), { from, to, pools: entry.pools.slice(from?.pools ?? 0, to.pools) })
        entry.stored = to
      })
      await writeWorths(entry)
    },

    writeWorths,

    async rollBack(entry, { stored, to, reason }) {
      if (!to) return drop(entry, reason)
      if (!stored || stored.block <= to.block) return
      entry.stored = to
      if (isWriter()) await run(entry, 'write', (it) => it.rollBack(getKey(entry), to))
    },
  }
}

function hasCheckpoint({ checkpoints }: StoredSource, wanted: Checkpoint | undefined): boolean {
  return checkpoints.some(({ block, hash }) => block === wanted?.block && hash === wanted.hash)
}

/** Checks whether the stored pools are a prefix of the known ones. */
function isPrefix({ pools: part }: StoredSource, { pools }: LedgerEntry, since: number): boolean {
  const length = since + part.length
  return length <= pools.length && (part.length === 0 || part.at(-1)?.address === pools[length - 1]?.address)
}
