import type { Address } from '../../../src/lib/address.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import type { Earnings } from './earnings.ts'

/** One lending protocol, as the yield interface asks it. Every read is of the one block its reader is pinned to. */
export interface YieldAdapter {
  /** Module id, as the router names it. */
  readonly protocol: string
  /** What callers name as `pool_address`. */
  readonly pool: Address
  /** What can be deposited, in the protocol's own order. Throws `ChainFailure` when a part does not answer. */
  reserves(read: BlockReader): Promise<Reserve[]>
}

/** One token that can be deposited, and what one gets for it. */
export interface Reserve {
  protocol: string
  pool: Address
  lpToken: Address
  inputToken: Address
  /** Of the input token. */
  decimals: number
  /** What a deposit of one ray has become; undefined while there is nothing that could grow. */
  index(read: BlockReader): Promise<bigint | undefined>
  /** Throws `ChainFailure` when a part does not answer. */
  state(read: BlockReader): Promise<ReserveState>
}

/** A reserve at one block. */
export interface ReserveState {
  /** What all deposits are worth, in base units of the input token. */
  assets: bigint
  /** USD for one whole unit of the input token, by the protocol's own oracle; undefined when it has none. */
  priceUsd: number | undefined
  /** What a deposit may be at most; undefined when nothing limits it, or nothing is known to. */
  limit: DepositLimit | undefined
  /**
   * What every depositor earns once `deposit` has been added. Undefined when the protocol gives no rate for it: an
   * amount no contract can count with.
   */
  earningsAfter(deposit: bigint, ask: EarningsQuestions): Promise<Earnings | undefined>
}

/** A deposit above it would be refused on chain. */
export interface DepositLimit {
  /** Base units of the input token. */
  room: bigint
  /** Why nothing at all is taken, whatever the amount. */
  closed?: 'inactive' | 'paused' | 'frozen'
}

/** Where a state that depends on the deposit finds what it needs. */
export interface EarningsQuestions {
  /** Of the block the state was read at. */
  read: BlockReader
  /** What was earned lately. */
  past(): Promise<Earnings>
}
