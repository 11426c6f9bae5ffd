import type { Address, Hex } from '../lib/address.ts'

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
  /** How many wallets of this page give this name or domain, where it is not the only one. */
  announcers?: number
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
