import type { Address, Hex } from '../../src/lib/address.ts'
import type { Pool, PoolIdentity, PoolLog } from './pool.ts'

/** A liquidity source: finds its pools, reads them once, and makes pools that follow their own logs. */
export interface LiquidityModule {
  /** Module id on the wire. */
  id: string
  /** Whose logs with `createdTopic` announce pools. */
  factory: Address
  createdTopic: Hex
  /** Topics of the logs that pools advance by. */
  topics: readonly Hex[]
  /** The pool a factory log announces; undefined when its address is not the one the executor would derive. */
  identify(log: PoolLog): PoolIdentity | undefined
  /** The pool as it stands when it has just been created. */
  newborn(identity: PoolIdentity): Pool
  /** The pools as they stand at the block the reader is pinned to. */
  load(identities: readonly PoolIdentity[], read: BlockReader): Promise<Pool[]>
}

export interface ContractCall {
  to: Address
  data: Hex
}

/** Calls contracts at one block, many at a time. The answer to a call that reverts is undefined. */
export type BlockReader = (calls: readonly ContractCall[]) => Promise<(Hex | undefined)[]>
