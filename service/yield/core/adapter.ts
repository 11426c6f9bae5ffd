import type { Address } from '../../../wire/lib/address.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import type { Earnings } from './earnings.ts'

/** A lending protocol. Every read is at the block of its reader. */
export interface YieldAdapter {
  /** Module id, as in the router. */
  readonly protocol: string
  /** The `pool_address` of requests. */
  readonly pool: Address
  /**
   * Returns the reserves in the protocol's order. Throws a `ChainFailure` if a call has no result.
   */
  reserves(read: BlockReader): Promise<Reserve[]>
}

/** A token that can be deposited, and the token received for it. */
export interface Reserve {
  protocol: string
  pool: Address
  lpToken: Address
  inputToken: Address
  /** Decimals of the input token. */
  decimals: number
  /** Returns the value of a deposit of one ray, or undefined without deposits. */
  index(read: BlockReader): Promise<bigint | undefined>
  /** Throws a `ChainFailure` if a call has no result. */
  state(read: BlockReader): Promise<ReserveState>
}

/** A reserve at one block. */
export interface ReserveState {
  /** Value of all deposits, in base units of the input token. */
  assets: bigint
  /**
   * USD per whole unit of the input token from the protocol's oracle. Undefined without an oracle.
   */
  priceUsd: number | undefined
  /** Maximum deposit. Undefined if unlimited or unknown. */
  limit: DepositLimit | undefined
  /**
   * Returns what depositors earn after `deposit` is added, or undefined if the amount overflows the
   * protocol's rate.
   */
  earningsAfter(deposit: bigint, context: EarningsContext): Promise<Earnings | undefined>
}

/** Limit above which a deposit reverts. */
export interface DepositLimit {
  /** Base units of the input token. */
  room: bigint
  /** Reason why no deposit is possible. */
  closed?: 'inactive' | 'paused' | 'frozen'
}

/** Inputs of `earningsAfter`. */
export interface EarningsContext {
  /** Reader of the block at which the state was read. */
  read: BlockReader
  /** Returns the recent earnings. */
  past(): Promise<Earnings>
}
