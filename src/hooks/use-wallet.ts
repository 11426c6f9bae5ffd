import { useSyncExternalStore } from 'react'
import type { WalletPort, WalletState } from '../execution/ports.ts'
import { useWidget } from './use-widget.ts'

export interface Wallet extends Pick<WalletPort, 'connect' | 'disconnect' | 'switchChain'> {
  state: WalletState
}

/** The wallet's state and what can be asked of it; each action rejects with a `SluiceError`. */
export function useWallet(): Wallet {
  const { wallet } = useWidget()
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, wallet.getState)
  return { state, connect: wallet.connect, disconnect: wallet.disconnect, switchChain: wallet.switchChain }
}
