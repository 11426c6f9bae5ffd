import type { Address } from '../../../src/lib/address.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import type { Earnings } from './earnings.ts'

/** One lending protocol. Every read is at the block its reader is pinned to. */
export interface YieldAdapter {
  /** Module id, as in the router. */
  readonly protocol: string
  /** The `pool_address` of requests. */
  readonly pool: Address
  /** The reserves in the protocol's order. Throws `ChainFailure` when a part does not answer. */
  reserves(read: BlockReader): Promise<Reserve[]>
}

/** A token that can be deposited, and the token received for it. */
export interface Reserve {
  protocol: string
  pool: Address
  lpToken: Address
  inputToken: Address
  /** Of the input token. */
  decimals: number
  /** The value of a deposit of one ray; undefined while there are no deposits. */
  index(read: BlockReader): Promise<bigint | undefined>
  /** Throws `ChainFailure` when a part does not answer. */
  state(read: BlockReader): Promise<ReserveState>
}

/** A reserve at one block. */
export interface ReserveState {
  /** Value of all deposits, in base units of the input token. */
  assets: bigint
  /** USD for one whole unit of the input token, by the protocol's oracle; undefined without one. */
  priceUsd: number | undefined
  /** Maximum deposit; undefined when unlimited or unknown. */
  limit: DepositLimit | undefined
  /**
   * What depositors earn after `deposit` is added. Undefined when the protocol has no rate for it, because the amount
   * overflows.
   */
  earningsAfter(deposit: bigint, ask: EarningsQuestions): Promise<Earnings | undefined>
}

/** Above it a deposit reverts on chain. */
export interface DepositLimit {
  /** Base units of the input token. */
  room: bigint
  /** Why no deposit is possible. */
  closed?: 'inactive' | 'paused' | 'frozen'
}

/** Inputs of `earningsAfter`. */
export interface EarningsQuestions {
  /** Of the block the state was read at. */
  read: BlockReader
  /** Recent earnings. */
  past(): Promise<Earnings>
}
