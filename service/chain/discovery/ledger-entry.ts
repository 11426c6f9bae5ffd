import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import type { Checkpoint, StoredSource } from './pool-store.ts'

/** The pools of one source in memory, and how far the store has them. */
export interface LedgerEntry {
  readonly module: FollowedModule
  readonly fromBlock: number
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

export type HashAt = (block: number) => Promise<Hex | null>

export function createEntry(module: FollowedModule, fromBlock: number): LedgerEntry {
  return {
    module,
    fromBlock,
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

/** Drops what was read after a checkpoint, or everything without one. */
export function truncateEntry(entry: LedgerEntry, to: Checkpoint | undefined): void {
  const { module, fromBlock, replaces } = entry
  if (!to) return void Object.assign(entry, { ...createEntry(module, fromBlock), replaces })
  if (entry.trusted && entry.trusted.block > to.block) entry.trusted = to
  entry.checkpoints = entry.checkpoints.filter(({ block }) => block <= to.block)
  entry.pools.length = to.pools
  Object.assign(entry, { untraded: to.untraded, nextBlock: to.block + 1, missed: [] })
}

/** Continues at the newest stored checkpoint. `since` is the number of pools kept from memory. */
export function restoreEntry(
  entry: LedgerEntry,
  { checkpoints, pools, worths }: StoredSource,
  { newest, since }: { newest: Checkpoint; since: number },
): void {
  entry.pools.length = since
  for (const pool of pools) entry.pools.push(pool)
  entry.untraded = newest.untraded
  entry.nextBlock = newest.block + 1
  entry.checkpoints = [...checkpoints]
  entry.stored = newest
  entry.trusted = newest
  if (since === 0) entry.worths = worths
}

/** Moves missed pools to `pools` if their block is final and still on the chain. */
export async function settleMissed(
  entry: LedgerEntry,
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

/**
 * Returns the checkpoints that are still on the chain, and the oldest newer block that the node
 * does not have.
 */
export async function findKept(
  { checkpoints }: LedgerEntry,
  getHash: HashAt,
): Promise<{ kept: Checkpoint[]; lacking: number | undefined }> {
  const kept = [...checkpoints]
  let lacking: number | undefined
  for (let one = kept.at(-1); one; one = kept.at(-1)) {
    const hash = await getHash(one.block)
    if (hash === one.hash) break
    if (!hash) lacking = one.block
    kept.pop()
  }
  return { kept, lacking }
}
