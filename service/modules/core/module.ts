import type { Address, Hex } from '../../../src/lib/address.ts'
import type { Pool, PoolIdentity, PoolLog } from './pool.ts'

/** The liquidity sources of a chain, by how their pools are kept up to date. */
export interface LiquidityModules {
  followed: readonly FollowedModule[]
  sampled: readonly SampledModule[]
}

/** A followed source whose factory lists its pools. */
export interface ListingModule extends FollowedModule {
  listPools: NonNullable<FollowedModule['listPools']>
}

/** Tells the sources whose pools logs announce from those whose factories list them. */
export function splitFollowed(followed: readonly FollowedModule[]) {
  const listing = followed.filter((module): module is ListingModule => module.listPools !== undefined)
  return { announcing: followed.filter(({ listPools }) => !listPools), listing }
}

/** A source whose pools emit logs for every change: discovered by one kind of log, advanced by others. */
export interface FollowedModule {
  /** Module id on the wire. */
  id: string
  /** Emits the logs with `createdTopic`. */
  factory: Address
  createdTopic: Hex
  /** Topics of the logs that pools advance by. */
  topics: readonly Hex[]
  /**
   * For a factory whose logs name no pool: its pools from an index of its list on, and how many it has. They are asked for instead
   * of looked for in logs, and not stored. Default: logs announce pools.
   */
  listPools?(read: BlockReader, from: number): Promise<{ count: number; pools: PoolIdentity[] }>
  /** The pool a log of the factory announces; undefined when the executor would not trade there. */
  identify(log: PoolLog): PoolIdentity | undefined
  /** The address that such a log names, unchecked, which costs less. Default: only `identify` tells. */
  getAnnounced?(log: PoolLog): Address
  /** The state of a new pool that a log announced; undefined when it must be read by `load`. */
  initialPool(identity: PoolIdentity, log: PoolLog): Pool | undefined
  /** The pool a log of the factory is about. Default: pools emit their own logs. */
  getSubject?(log: PoolLog): Address | undefined
  /** Number of pools by the factory's own count; undefined when it does not answer. Default: no count. */
  countPools?(read: BlockReader): Promise<bigint | undefined>
  /**
   * The pools that the factory may have of pairs of tokens, the lower one first, each at the address that follows from its terms:
   * `confirm` tells which of them it has. `known`: pools of it, which show more of the terms that it allows. Default: none are asked for,
   * as where the factory counts its pools.
   */
  listCandidates?(
    pairs: readonly PoolIdentity['tokens'][],
    known: readonly PoolIdentity[],
  ): readonly PoolIdentity[]
  /** Pools that no log announces, by the config: the factory is asked for them like for candidates. Default: none. */
  unannounced?: readonly PoolIdentity[]
  /** Words of a pool's bitmap of ticks that `load` reads in a call. Default: 1. */
  wordsPerCall?: number
  /** Calls that `load` makes for a pool, about, besides those for a bitmap. Default: 2. */
  callsPerPool?: number
  /** Whether the factory names each pool as its own, with these tokens and terms, and there is one. */
  confirm(identities: readonly PoolIdentity[], read: BlockReader): Promise<boolean[]>
  /**
   * What pools hold of their tokens, at least, in base units and in the order of `getTokens`. Default: the balances of their
   * addresses.
   */
  measure?(identities: readonly PoolIdentity[], read: BlockReader): Promise<(readonly bigint[])[]>
  /** The tokens of pools after the first two: a pool that was stored is known by those alone. Default: there are none. */
  readOthers?(identities: readonly PoolIdentity[], read: BlockReader): Promise<(readonly Address[])[]>
  /**
   * What all its pools depend on and no log tells, as text: read at every block, and when it changes the pools are loaded
   * anew. Default: nothing.
   */
  readShared?(read: BlockReader): Promise<string>
  /** Loads the pools at the block the reader is pinned to. */
  load(identities: readonly PoolIdentity[], read: BlockReader): Promise<Pool[]>
}

/** A pool of a followed source, whatever its state. */
export interface FollowedPool {
  module: FollowedModule
  identity: PoolIdentity
}

/** A source whose pools change without logs, by time alone: read at every block. */
export interface SampledModule {
  /** Module id on the wire. */
  id: string
  /** Reads all pools at the block the reader is pinned to. */
  sample(read: BlockReader): Promise<Pool[]>
}

export interface ContractCall {
  to: Address
  data: Hex
  /** The code at `to` while the calls are made, on no chain. Default: what stands there. */
  code?: Hex
}

/**
 * Calls contracts at one block, many at a time. The result of a reverted call is undefined. `gas` is for those of one request
 * together; default: as much as the node gives. `isWhole`: a request that fails is not made again in parts; default: with `gas`.
 */
export type BlockReader = (
  calls: readonly ContractCall[],
  options?: { gas?: bigint; isWhole?: boolean },
) => Promise<(Hex | undefined)[]>
