import type { Hex } from '../../src/lib/address.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'

/** What a source is: stored pools are of no use once one of these has changed. */
export type SourceTerms = Readonly<Record<string, string>>

/** Checkpoints kept of a source, for a chain that takes back blocks that were taken for final. */
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

/** The pools of a source, in the order they were learned in. */
export interface StoredSource {
  /** Oldest first: the last few. */
  checkpoints: readonly Checkpoint[]
  pools: readonly PoolIdentity[]
  /** What pools were worth when they were measured last, by address. */
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
  terms: SourceTerms
}

/** `election`: of the instance that writes. */
export const STORE_PARTS = ['election', 'read', 'write'] as const
export type StorePart = (typeof STORE_PARTS)[number]

export type StoreEvent =
  /** The database refused, or did not answer. */
  | { type: 'store-failed'; part: StorePart; error: unknown }
  /** It works again. */
  | { type: 'store-recovered'; part: StorePart }

/** Keeps the pools of a chain's sources between starts: written by one instance, read by all. */
export interface PoolStore {
  /** Whether this instance is the one that writes now. */
  isWriter(): boolean
  /** Whether another instance may be that one: not while the election fails, on a full disk for example. */
  mayOtherWrite(): boolean
  /**
   * What is stored of a source; with `since`, only pools after that many. Throws `UnusableStoreError` when it is damaged or
   * of another chain.
   */
  read(source: SourceKey, since?: number): Promise<StoredSource>
  /** Adds pools and moves the checkpoint, both or neither. Throws when `from` is not the newest checkpoint. */
  append(
    source: SourceKey,
    step: { from: Checkpoint | undefined; to: Checkpoint; pools: readonly PoolIdentity[] },
  ): Promise<void>
  /** Notes what pools are worth. */
  saveWorths(source: SourceKey, worths: readonly Worth[]): Promise<void>
  /** Drops what came after a checkpoint. */
  rollBack(source: SourceKey, to: Checkpoint): Promise<void>
  /** Drops all of a source. */
  discard(source: SourceKey): Promise<void>
}

/** Stored pools that must not be used. The message says why. */
export class UnusableStoreError extends Error {
  override readonly name = 'UnusableStoreError'
}
