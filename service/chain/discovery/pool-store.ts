import type { Hex } from '../../../wire/lib/address.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'

/** Identifies a source. Stored pools become invalid if one of these parameters changes. */
export type SourceParameters = Readonly<Record<string, string>>

/** Checkpoints kept per source, for a chain that reverts blocks that counted as final. */
export const KEPT_CHECKPOINTS = 8

/** A block up to which every announcement of a source is known. */
export interface Checkpoint {
  block: number
  hash: Hex
  /** Number of pools up to the block. */
  pools: number
  /** Number of announcements of pools that are not traded. */
  untraded: number
}

/** The pools of a source, in the order in which they were found. */
export interface StoredSource {
  /** The last few checkpoints, oldest first. */
  checkpoints: readonly Checkpoint[]
  pools: readonly PoolIdentity[]
  /** Worths at the last measurement, by address. */
  worths: ReadonlyMap<string, number>
}

export interface Worth {
  address: string
  /** In whole reference tokens. */
  worth: number
}

export interface SourceKey {
  /** Module id. */
  id: string
  parameters: SourceParameters
}

/** `election` chooses the instance that writes. */
export const STORE_PARTS = ['election', 'read', 'write'] as const
export type StorePart = (typeof STORE_PARTS)[number]

export type StoreEvent =
  /** The database refused the statement or did not respond. */
  | { type: 'store-failed'; part: StorePart; error: unknown }
  /** The database works again. */
  | { type: 'store-recovered'; part: StorePart }

/** Stores the pools of a chain's sources between starts. One instance writes, all read. */
export interface PoolStore {
  /** Checks whether this instance is the current writer. */
  isWriter(): boolean
  /**
   * Checks whether another instance may be the writer. False while the election fails, for example
   * on a full disk.
   */
  mayOtherWrite(): boolean
  /**
   * Returns the stored pools of a source. With `since`, only the pools after that many. Throws
   * `UnusableStoreError` if the data is damaged or from another chain.
   */
  read(source: SourceKey, since?: number): Promise<StoredSource>
  /**
   * Appends pools and moves the checkpoint atomically. Throws if `from` is not the newest
   * checkpoint.
   */
  append(
    source: SourceKey,
    step: { from: Checkpoint | undefined; to: Checkpoint; pools: readonly PoolIdentity[] },
  ): Promise<void>
  /** Stores worths of pools. */
  saveWorths(source: SourceKey, worths: readonly Worth[]): Promise<void>
  /** Drops everything after a checkpoint. */
  rollBack(source: SourceKey, to: Checkpoint): Promise<void>
  /** Drops everything stored for a source. */
  discard(source: SourceKey): Promise<void>
}

/** Stored pools that must not be used. The message gives the reason. */
export class UnusableStoreError extends Error {
  override readonly name = 'UnusableStoreError'
}
