import type { Address, Hex } from '../../wire/lib/address.ts'

export type WalletStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

export interface WalletState {
  status: WalletStatus
  address: Address | undefined
  /** The wallet's current chain; undefined is unknown. */
  chainId: number | undefined
  walletName: string | undefined
  /** The open prompt of the wallet, if a widget of this page opened it; absent without one. */
  prompt?: WalletPrompt | undefined
}

/** A request that the wallet has not answered. At most one is open. */
export interface WalletPrompt {
  /** The swap of the request; undefined if it belongs to none. */
  about: PromptSubject | undefined
}

/** The swap of a request, to name it. Amounts are base units. */
export interface PromptSubject {
  inputToken: { symbol: string; decimals: number }
  outputToken: { symbol: string; decimals: number }
  inputAmount: bigint
  /** The output of a purchase; undefined for a sale. */
  outputAmount?: bigint | undefined
}

export interface WalletOption {
  id: string
  name: string
  /** A data: URI announced by the wallet (EIP-6963), or undefined. */
  icon: string | undefined
  /** The number of wallets with this name or domain; absent if it is the only one. */
  announcers?: number
}

/** The requests whose code is loaded when they are made. */
export type WalletRequests = Pick<
  WalletPort,
  'canBatch' | 'isContract' | 'sendBatch' | 'batchStatus' | 'signTypedData'
>

/** The actions of a connected wallet, shown to its user or answered for its account. */
export type WalletActions = Pick<
  WalletPort,
  'switchChain' | 'addRpc' | 'watchAsset' | 'readChainId' | 'readAccount' | 'sendTransaction'
> &
  WalletRequests

/**
 * The wallet interface used by pages and the execution. Every method rejects with a `SluiceError`:
 * with `REQUEST_PENDING` on a switch, a transaction or a signature while another such request is
 * open.
 */
export interface WalletPort {
  getState(): WalletState
  subscribe(listener: () => void): () => void
  /**
   * The connectors of the host's wagmi config, or without one the wallets announced in this page
   * (EIP-6963).
   */
  listOptions(): Promise<WalletOption[]>
  connect(optionId: string): Promise<void>
  disconnect(): Promise<void>
  /**
   * Allows the next request although the previous one is unanswered: the user confirms that the
   * wallet shows nothing.
   */
  forgetPrompt(): void
  /**
   * Switches, adding the chain when the wallet does not know it. Resolves when the wallet reports
   * that chain.
   */
  switchChain(chainId: number): Promise<void>
  /**
   * Requests that the wallet uses an RPC for a chain of the config. Resolves when the user has
   * accepted; which RPC the wallet then uses is unknown.
   */
  addRpc(rpc: { chainId: number; url: string }): Promise<void>
  /**
   * Requests that the wallet lists a token of its current chain. Resolves when the user has
   * accepted.
   */
  watchAsset(asset: WatchedAsset): Promise<void>
  /** Read from the wallet itself, never from a cache: used immediately before each signature. */
  readChainId(): Promise<number>
  readAccount(): Promise<Address | undefined>
  /** Requests that the wallet signs and sends; `gas` is always explicit. */
  sendTransaction(tx: TransactionRequest): Promise<Hex>
  /**
   * True if the wallet reports that it executes batches of this account on this chain atomically.
   * False when unknown.
   */
  canBatch(query: { chainId: number; from: Address }): Promise<boolean>
  /** True if the wallet's own node returns code at its account. False when unknown. */
  isContract(account: Address): Promise<boolean>
  /**
   * Requests that the wallet signs and sends all calls atomically (EIP-5792). Resolves to the
   * batch; undefined if the wallet reports that it does not send it.
   */
  sendBatch(batch: BatchRequest): Promise<SentBatch | undefined>
  /**
   * The wallet's status of a batch. Rejects with `WALLET_NOT_FOUND` while another wallet is
   * connected.
   */
  batchStatus(batch: SentBatch): Promise<BatchStatus>
  /** Requests a signature of typed data (EIP-712). */
  signTypedData(request: TypedDataRequest): Promise<Hex>
}

/** The longest id of a batch: 4,096 bytes as hex. */
export const MAX_BATCH_ID_LENGTH = 8_194

export interface BatchRequest {
  chainId: number
  from: Address
  calls: readonly { to: Address; data: Hex; value: bigint }[]
  /** The swap of the request. Not sent to the wallet. */
  about?: PromptSubject
  /**
   * Aborted once the chain shows the transaction, which closes the prompt. Not sent to the wallet.
   */
  found?: AbortSignal
}

/** The id of a batch, and the id of the connector of its wallet. */
export interface SentBatch {
  batchId: string
  batchWallet: string
}

/**
 * `hash`: the transaction that executed the batch, as reported by the wallet. `failed`: it was not
 * executed, or was reverted.
 */
export type BatchStatus =
  | { status: 'pending' }
  /** The wallet answers, but not for this batch. */
  | { status: 'unknown' }
  | { status: 'mined' | 'failed'; hash: Hex | undefined }

export interface TypedDataRequest {
  from: Address
  domain: { name: string; version?: string; chainId: number; verifyingContract: Address }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  message: Record<string, unknown>
  /** The swap of the request. Not sent to the wallet. */
  about?: PromptSubject
}

/** A token to be listed in the wallet. */
export interface WatchedAsset {
  address: Address
  symbol: string
  decimals: number
}

export interface TransactionRequest {
  chainId: number
  from: Address
  to: Address
  data: Hex
  value: bigint
  gas: bigint
  /** The nonce of the pending transaction to replace. Default: the wallet's next one. */
  nonce?: number
  /** Wei per unit of gas. Default: the wallet decides. */
  fees?: { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  /** The swap of the request. Not sent to the wallet. */
  about?: PromptSubject
  /**
   * Aborted once the chain shows the transaction, which closes the prompt. Not sent to the wallet.
   */
  found?: AbortSignal
}
