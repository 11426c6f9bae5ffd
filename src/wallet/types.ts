import type { Address, Hex } from '../lib/address.ts'

export type WalletStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

export interface WalletState {
  status: WalletStatus
  address: Address | undefined
  /** The wallet's current chain; undefined is unknown. */
  chainId: number | undefined
  walletName: string | undefined
  /** What the wallet asks its user at the moment, as far as a widget of this page asked it; absent for nothing. */
  prompt?: WalletPrompt | undefined
}

/** A request that the wallet has not answered. At most one is out. */
export interface WalletPrompt {
  /** The swap it belongs to; undefined where it belongs to none. */
  about: PromptSubject | undefined
}

/** The swap of a request, to name it. Amounts are base units. */
export interface PromptSubject {
  inputToken: { symbol: string; decimals: number }
  outputToken: { symbol: string; decimals: number }
  inputAmount: bigint
  /** What a purchase buys; undefined for a sale. */
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

/** The requests of which the code is loaded when they are made. */
export type WalletRequests = Pick<
  WalletPort,
  'canBatch' | 'isContract' | 'sendBatch' | 'batchStatus' | 'signTypedData'
>

/** What is asked of a connected wallet, and shown by it or answered for its account. */
export type WalletActions = Pick<
  WalletPort,
  'switchChain' | 'addRpc' | 'watchAsset' | 'readChainId' | 'readAccount' | 'sendTransaction'
> &
  WalletRequests

/**
 * The wallet interface used by pages and the execution. Every method rejects with a `SluiceError`: with `REQUEST_PENDING` to
 * switch, to send or to sign while another such request is not answered.
 */
export interface WalletPort {
  getState(): WalletState
  subscribe(listener: () => void): () => void
  /** The connectors of the host's wagmi config, or without one the wallets announced in this page (EIP-6963). */
  listOptions(): Promise<WalletOption[]>
  connect(optionId: string): Promise<void>
  disconnect(): Promise<void>
  /** Lets the next request go out although the wallet has not answered the one before: the user says it shows nothing. */
  forgetPrompt(): void
  /** Switches, adding the chain when the wallet does not know it. Resolves when the wallet reports that chain. */
  switchChain(chainId: number): Promise<void>
  /**
   * Asks the wallet to use an RPC for a chain of the config. Resolves when the user has agreed; what the wallet sends through
   * then is not known.
   */
  addRpc(rpc: { chainId: number; url: string }): Promise<void>
  /** Asks the wallet to list a token of its current chain. Resolves when the user has agreed. */
  watchAsset(asset: WatchedAsset): Promise<void>
  /** Read from the wallet itself, never from a cache: used immediately before each signature. */
  readChainId(): Promise<number>
  readAccount(): Promise<Address | undefined>
  /** Asks the wallet to sign and send; `gas` is always explicit. */
  sendTransaction(tx: TransactionRequest): Promise<Hex>
  /** Whether the wallet says that it executes batches of this account on this chain atomically. False when unknown. */
  canBatch(query: { chainId: number; from: Address }): Promise<boolean>
  /** Whether the wallet's own node says that there is code at its account. False when unknown. */
  isContract(account: Address): Promise<boolean>
  /**
   * Asks the wallet to sign and send all calls as one, or none (EIP-5792). Resolves to the batch; undefined where the wallet
   * says that it does not send it.
   */
  sendBatch(batch: BatchRequest): Promise<SentBatch | undefined>
  /** What the wallet knows of a batch it was given. Rejects with `WALLET_NOT_FOUND` while another wallet is connected. */
  batchStatus(batch: SentBatch): Promise<BatchStatus>
  /** Asks the wallet to sign typed data (EIP-712). */
  signTypedData(request: TypedDataRequest): Promise<Hex>
}

/** Of the text that identifies a batch: 4,096 bytes as hex. */
export const MAX_BATCH_ID_LENGTH = 8_194

export interface BatchRequest {
  chainId: number
  from: Address
  calls: readonly { to: Address; data: Hex; value: bigint }[]
  /** The swap it belongs to. Not sent to the wallet. */
  about?: PromptSubject
  /** Aborted once the chain shows the transaction, which closes the prompt. Not sent to the wallet. */
  found?: AbortSignal
}

/** A batch, by the id that its wallet gave it, and the id of that wallet's connector. */
export interface SentBatch {
  batchId: string
  batchWallet: string
}

/** `hash`: the transaction that executed it, by the wallet's word. `failed`: it was not executed, or was reverted. */
export type BatchStatus =
  | { status: 'pending' }
  /** The wallet answers, and not for this batch. */
  | { status: 'unknown' }
  | { status: 'mined' | 'failed'; hash: Hex | undefined }

export interface TypedDataRequest {
  from: Address
  domain: { name: string; version?: string; chainId: number; verifyingContract: Address }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  message: Record<string, unknown>
  /** The swap it belongs to. Not sent to the wallet. */
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
  /** To take the place of a pending transaction. Default: the wallet's next one. */
  nonce?: number
  /** Wei per unit of gas. Default: the wallet decides. */
  fees?: { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  /** The swap it belongs to. Not sent to the wallet. */
  about?: PromptSubject
  /** Aborted once the chain shows the transaction, which closes the prompt. Not sent to the wallet. */
  found?: AbortSignal
}
