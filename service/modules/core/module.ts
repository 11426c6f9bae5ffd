import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { Pool, PoolIdentity, PoolLog } from './pool.ts'

/** The liquidity sources of a chain, grouped by how their pools are updated. */
export interface LiquidityModules {
  followed: readonly FollowedModule[]
  sampled: readonly SampledModule[]
}

/** A followed source whose factory lists its pools. */
export interface ListingModule extends FollowedModule {
  listPools: NonNullable<FollowedModule['listPools']>
}

/** Separates sources with announced pools from sources whose factories list them. */
export function splitFollowed(followed: readonly FollowedModule[]) {
  const listing = followed.filter((module): module is ListingModule => module.listPools !== undefined)
  return { announcing: followed.filter(({ listPools }) => !listPools), listing }
}

/**
 * A source whose pools emit logs for every change. One kind of log announces pools, others advance
 * them.
 */
export interface FollowedModule {
  /** Module id on the wire. */
  id: string
  /** Emits the logs with `createdTopic`. */
  factory: Address
  createdTopic: Hex
  /** Topics of the logs that advance pools. */
  topics: readonly Hex[]
  /**
   * For a factory whose logs name no pool: returns its pools from an index on, and their total.
   * These pools are read from the factory instead of logs, and not stored. Default: logs announce
   * pools.
   */
  listPools?(read: BlockReader, from: number): Promise<{ count: number; pools: PoolIdentity[] }>
  /** Returns the pool that a log announces, or undefined if the executor cannot trade there. */
  identify(log: PoolLog): PoolIdentity | undefined
  /**
   * Returns the address in such a log without verification, which is cheaper. Default: only
   * `identify` returns it.
   */
  getAnnounced?(log: PoolLog): Address
  /** Returns the state of a newly announced pool, or undefined if `load` must read it. */
  initialPool(identity: PoolIdentity, log: PoolLog): Pool | undefined
  /** Returns the pool that a log of the factory concerns. Default: pools emit their own logs. */
  getSubject?(log: PoolLog): Address | undefined
  /**
   * Returns the number of pools by the factory's count, or undefined without a response. Default:
   * no count.
   */
  countPools?(read: BlockReader): Promise<bigint | undefined>
  /**
   * Returns the pools that the factory may have for these pairs, lower token first, each at its
   * derived address. `confirm` checks which exist. `known` pools show further fees and spacings
   * that the factory allows. Default: none, for a factory that counts its pools.
   */
  listCandidates?(
    pairs: readonly PoolIdentity['tokens'][],
    known: readonly PoolIdentity[],
  ): readonly PoolIdentity[]
  /**
   * Pools that the config lists because no log announces them. The factory is queried for them like
   * for candidates. Default: none.
   */
  unannounced?: readonly PoolIdentity[]
  /** Words of a tick bitmap that `load` reads per call. Default: 1. */
  wordsPerCall?: number
  /** Estimated calls of `load` per pool, without its bitmap. Default: 2. */
  callsPerPool?: number
  /**
   * Checks whether the factory returns each pool with these tokens and parameters, and the pool
   * exists.
   */
  confirm(identities: readonly PoolIdentity[], read: BlockReader): Promise<boolean[]>
  /**
   * Returns lower bounds of the pools' token balances in base units, in the order of `getTokens`.
   * Default: the balances of their addresses.
   */
  measure?(identities: readonly PoolIdentity[], read: BlockReader): Promise<(readonly bigint[])[]>
  /**
   * Returns the tokens after the first two, which the store does not keep. Default: none.
   */
  readOthers?(identities: readonly PoolIdentity[], read: BlockReader): Promise<(readonly Address[])[]>
  /**
   * Reads the state that all pools depend on and no log reveals, as text. Read at every block. A
   * change reloads the pools. Default: none.
   */
  readShared?(read: BlockReader): Promise<string>
  /** Loads the pools at the block that the reader is pinned to. */
  load(identities: readonly PoolIdentity[], read: BlockReader): Promise<Pool[]>
}

/** A pool of a followed source, whatever its state. */
export interface FollowedPool {
  module: FollowedModule
  identity: PoolIdentity
}

/** A source whose pools change over time without logs. Read at every block. */
export interface SampledModule {
  /** Module id on the wire. */
  id: string
  /** Reads all pools at the block that the reader is pinned to. */
  sample(read: BlockReader): Promise<Pool[]>
}

export interface ContractCall {
  to: Address
  data: Hex
  /** Code that replaces the code at `to` during the call. Default: the deployed code. */
  code?: Hex
}

/**
 * Calls contracts at one block in batches. The result of a reverted call is undefined. `gas` limits
 * the calls of one request together. Default: the limit of the node. `isWhole` disables the retry
 * of a failed request in parts. Default: true if `gas` is set.
 */
export type BlockReader = (
  calls: readonly ContractCall[],
  options?: { gas?: bigint; isWhole?: boolean },
) => Promise<(Hex | undefined)[]>
