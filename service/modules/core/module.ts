import type { Address, Hex } from '../../../src/lib/address.ts'
import type { Pool, PoolIdentity, PoolLog } from './pool.ts'

/** The liquidity sources of a chain, by how their pools are kept up to date. */
export interface LiquidityModules {
  followed: readonly FollowedModule[]
  sampled: readonly SampledModule[]
}

/** A source whose pools tell what changes them: found by one kind of log, then advanced by others. */
export interface FollowedModule {
  /** Module id on the wire. */
  id: string
  /** Whose logs with `createdTopic` announce pools. */
  factory: Address
  createdTopic: Hex
  /** Topics of the logs that pools advance by. */
  topics: readonly Hex[]
  /** The pool a log of the factory announces; undefined when the executor would not trade there. */
  identify(log: PoolLog): PoolIdentity | undefined
  /** The pool as it stands when it has just been announced; undefined when that must be read: `load` does it then. */
  initialPool(identity: PoolIdentity): Pool | undefined
  /** The pool a log of the factory is about. Default: pools write their logs themselves. */
  getSubject?(log: PoolLog): Address | undefined
  /** How many pools the factory itself counts; undefined when it does not answer. Default: it keeps no count. */
  countPools?(read: BlockReader): Promise<bigint | undefined>
  /** The pools as they stand at the block the reader is pinned to. */
  load(identities: readonly PoolIdentity[], read: BlockReader): Promise<Pool[]>
}

/** A source whose pools change without a word, by the passing of time alone: read anew at every block. */
export interface SampledModule {
  /** Module id on the wire. */
  id: string
  /** All its pools as they stand at the block the reader is pinned to. */
  sample(read: BlockReader): Promise<Pool[]>
}

export interface ContractCall {
  to: Address
  data: Hex
}

/** Calls contracts at one block, many at a time. The answer to a call that reverts is undefined. */
export type BlockReader = (calls: readonly ContractCall[]) => Promise<(Hex | undefined)[]>
