import { useSyncExternalStore } from 'react'
import type { WalletPort, WalletState } from '../wallet/types.ts'
import { useWidget } from './use-widget.ts'

export interface Wallet extends Pick<WalletPort, 'connect' | 'disconnect' | 'switchChain'> {
  state: WalletState
}

/** The wallet's state and what can be asked of it; each action rejects with a `SluiceError`. */
export function useWallet(): Wallet {
  const { wallet } = useWidget()
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, onServer)
  return { state, connect: wallet.connect, disconnect: wallet.disconnect, switchChain: wallet.switchChain }
}

/** A server knows no wallet, and the first render in the browser must equal the server's. */
const unknown: WalletState = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  walletName: undefined,
}
const onServer = () => unknown
