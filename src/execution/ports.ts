import type { Address, Hex } from '../lib/address.ts'
import type { BalanceChange } from '../wire/router.ts'

export type WalletStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

export interface WalletState {
  status: WalletStatus
  address: Address | undefined
  /** The chain the wallet says it is on; undefined is unknown. */
  chainId: number | undefined
  walletName: string | undefined
}

export interface WalletOption {
  id: string
  name: string
  /** A data: URI announced by the wallet (EIP-6963), or undefined. */
  icon: string | undefined
}

/** The one way pages and the execution reach a wallet. Every method rejects with a `SluiceError`. */
export interface WalletPort {
  getState(): WalletState
  subscribe(listener: () => void): () => void
  /** Wallets announced in this page (EIP-6963) and those the config names. Loads the wallet code on first use. */
  listOptions(): Promise<WalletOption[]>
  connect(optionId: string): Promise<void>
  disconnect(): Promise<void>
  /** Adds the chain when the wallet does not know it, and returns once the wallet confirms it is there. */
  switchChain(chainId: number): Promise<void>
  /** Asked of the wallet itself, never from a cache: read immediately before each signature. */
  readChainId(): Promise<number>
  readAccount(): Promise<Address | undefined>
  /** Asks the wallet to sign and send; `gas` is always explicit. */
  sendTransaction(tx: TransactionRequest): Promise<Hex>
}

export interface TransactionRequest {
  chainId: number
  from: Address
  to: Address
  data: Hex
  value: bigint
  gas: bigint
}

export interface TrialRun {
  success: boolean
  gasUsed: bigint
  /** Decoded reason of the revert; undefined on success. */
  error: string | undefined
  /** Balance changes of the accounts asked for, native token included (without gas). */
  balanceChanges: BalanceChange[]
}

export interface Receipt {
  status: 'success' | 'reverted'
  hash: Hex
  blockNumber: bigint
  gasUsed: bigint
  effectiveGasPrice: bigint
  logs: readonly { address: Address; topics: readonly Hex[]; data: Hex }[]
}

/** How a watched transaction ended. `replaced` keeps the new hash and its receipt. */
export type WatchOutcome =
  | { kind: 'mined'; receipt: Receipt }
  | { kind: 'replaced'; receipt: Receipt }
  | { kind: 'cancelled'; hash: Hex | undefined }
  | { kind: 'dropped' }

/** Reads a chain through the host's own RPC. Rejects with `NETWORK_LOST` or `UNKNOWN_CHAIN`-like `SluiceError`s. */
export interface ChainReader {
  balanceOf(query: { chainId: number; token: Address; account: Address }): Promise<bigint>
  allowance(query: { chainId: number; token: Address; owner: Address; spender: Address }): Promise<bigint>
  /** Symbol (string or bytes32), name and decimals of a token; rejects when there is no such contract. */
  tokenMetadata(query: {
    chainId: number
    token: Address
  }): Promise<{ symbol: string; name: string; decimals: number }>
  /** A trial run (`eth_simulateV1`) on the pending block; undefined where the RPC cannot. */
  simulate(call: {
    chainId: number
    from: Address
    to: Address
    data: Hex
    value: bigint
    /** Accounts whose balance changes are asked for. */
    accounts: Address[]
    /** Tokens to measure; the native token always is. */
    tokens: Address[]
  }): Promise<TrialRun | undefined>
  estimateGas(call: {
    chainId: number
    from: Address
    to: Address
    data: Hex
    value: bigint
  }): Promise<bigint>
  gasPrice(chainId: number): Promise<bigint>
  /** Resolves when the transaction is mined, replaced, cancelled or dropped; keeps going through network errors until aborted. */
  watch(query: { chainId: number; hash: Hex; from: Address; signal: AbortSignal }): Promise<WatchOutcome>
}
