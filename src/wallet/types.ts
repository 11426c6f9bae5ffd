import type { Address, Hex } from '../lib/address.ts'

export type WalletStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

export interface WalletState {
  status: WalletStatus
  address: Address | undefined
  /** The wallet's current chain; undefined is unknown. */
  chainId: number | undefined
  walletName: string | undefined
}

export interface WalletOption {
  id: string
  name: string
  /** A data: URI announced by the wallet (EIP-6963), or undefined. */
  icon: string | undefined
  /** The number of wallets with this name or domain; absent if it is the only one. */
  announcers?: number
}

/** The wallet interface used by pages and the execution. Every method rejects with a `SluiceError`. */
export interface WalletPort {
  getState(): WalletState
  subscribe(listener: () => void): () => void
  /** The connectors of the host's wagmi config, or without one the wallets announced in this page (EIP-6963). */
  listOptions(): Promise<WalletOption[]>
  connect(optionId: string): Promise<void>
  disconnect(): Promise<void>
  /** Switches, adding the chain when the wallet does not know it. Resolves when the wallet reports that chain. */
  switchChain(chainId: number): Promise<void>
  /** Read from the wallet itself, never from a cache: used immediately before each signature. */
  readChainId(): Promise<number>
  readAccount(): Promise<Address | undefined>
  /** Asks the wallet to sign and send; `gas` is always explicit. */
  sendTransaction(tx: TransactionRequest): Promise<Hex>
  /** Asks the wallet to sign typed data (EIP-712). */
  signTypedData(request: TypedDataRequest): Promise<Hex>
}

export interface TypedDataRequest {
  from: Address
  domain: { name: string; version?: string; chainId: number; verifyingContract: Address }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  message: Record<string, unknown>
}

export interface TransactionRequest {
  chainId: number
  from: Address
  to: Address
  data: Hex
  value: bigint
  gas: bigint
}
