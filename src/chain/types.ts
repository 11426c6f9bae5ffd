import type { Address, Hex } from '../lib/address.ts'
import type { BalanceChange } from '../wire/router.ts'

/** One call of a trial run. `value` is wei. */
export interface Call {
  to: Address
  data: Hex
  value: bigint
}

/** A movement of tokens seen in a trial run; the native token goes by its address. */
export interface TokenTransfer {
  token: Address
  from: Address
  to: Address
  amount: bigint
}

/** An allowance given in a trial run. */
export interface AllowanceGiven {
  token: Address
  owner: Address
  spender: Address
  amount: bigint
}

/** What would happen if the calls were mined now, one after another. */
export interface SimulationResult {
  /** Whether every call went through. */
  success: boolean
  /** Gas of each call, in order. */
  gasUsed: readonly bigint[]
  /** Decoded reason of the first revert; undefined on success. */
  error: string | undefined
  /** Index of the first call that reverted; undefined on success, or when the node refused the run as a whole. */
  failedCall: number | undefined
  /** Balance changes of the accounts asked for, native token included (without gas). */
  balanceChanges: BalanceChange[]
  transfers: readonly TokenTransfer[]
  allowances: readonly AllowanceGiven[]
}

export interface Log {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

export interface Receipt {
  status: 'success' | 'reverted'
  hash: Hex
  blockNumber: bigint
  gasUsed: bigint
  /** Wei per unit of gas. */
  effectiveGasPrice: bigint
  /** Decoded by a replay where the chain still can; undefined on success or when unknown. */
  revertReason: string | undefined
  logs: readonly Log[]
}

/** How a watched transaction ended. `replaced` keeps the new hash and its receipt. */
export type WatchOutcome =
  | { kind: 'mined'; receipt: Receipt }
  | { kind: 'replaced'; receipt: Receipt }
  | { kind: 'cancelled'; hash: Hex | undefined }
  | { kind: 'dropped' }

/** What a wallet was asked to send, to recognize it when it comes back under another hash. */
export interface WatchedTransaction {
  chainId: number
  /** What the wallet returned; a multisig may return something else than a transaction's hash. */
  hash: Hex
  from: Address
  to: Address
  data: Hex
  value: bigint
}

/** When a chain is read: as mined, or as it will be once what is on its way is mined. */
export interface ReadAt {
  /** Default: `latest`. */
  blockTag?: 'latest' | 'pending'
}

/** Reads a chain through the host's own RPC. Rejects with `NETWORK_LOST`, or `CONFIG_INVALID` for a chain that is not configured. */
export interface ChainReader {
  /** Base units. */
  balanceOf(query: { chainId: number; token: Address; account: Address } & ReadAt): Promise<bigint>
  /** Base units. */
  allowance(
    query: { chainId: number; token: Address; owner: Address; spender: Address } & ReadAt,
  ): Promise<bigint>
  /** Symbol (string or bytes32), name and decimals of a token; rejects when there is no such contract. */
  tokenMetadata(query: {
    chainId: number
    token: Address
  }): Promise<{ symbol: string; name: string; decimals: number }>
  /** Decimals of a token as its contract says; rejects with `UNVERIFIABLE` when the contract does not say. */
  decimals(query: { chainId: number; token: Address }): Promise<number>
  /** A trial run (`eth_simulateV1`) on the newest block; undefined where the RPC cannot. */
  simulate(query: {
    chainId: number
    from: Address
    calls: readonly Call[]
    /** Accounts whose balance changes are asked for. */
    accounts: readonly Address[]
    /** Tokens to measure; the native token always is. */
    tokens: readonly Address[]
  }): Promise<SimulationResult | undefined>
  /** Gas on the pending block; rejects with `SIMULATION_FAILED` and the decoded reason when the call reverts. */
  estimateGas(call: {
    chainId: number
    from: Address
    to: Address
    data: Hex
    value: bigint
  }): Promise<bigint>
  /** Wei per unit of gas. */
  gasPrice(chainId: number): Promise<bigint>
  /**
   * Resolves when the transaction is mined, replaced, cancelled or dropped; keeps going through network
   * errors until aborted. `onAwaitingSigners` is called once when a contract account has taken the request
   * and its transaction is not on chain yet; `onUnseen` when the node has not shown the transaction for long,
   * and with false when it does.
   */
  watch(query: {
    transaction: WatchedTransaction
    signal: AbortSignal
    onAwaitingSigners?: () => void
    onUnseen?: (isUnseen: boolean) => void
  }): Promise<WatchOutcome>
}
