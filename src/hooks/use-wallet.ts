import { useSyncExternalStore } from 'react'
import type { WalletPort, WalletState } from '../wallet/types.ts'
import { useWidget } from './use-widget.ts'

export interface Wallet extends Pick<WalletPort, 'connect' | 'disconnect' | 'switchChain' | 'forgetPrompt'> {
  state: WalletState
}

/** Returns the wallet's state and actions. Each action rejects with a `SluiceError`. */
export function useWallet(): Wallet {
  const { wallet } = useWidget()
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, getServerState)
  const { connect, disconnect, switchChain, forgetPrompt } = wallet
  return { state, connect, disconnect, switchChain, forgetPrompt }
}

/** The state on a server, also used for hydration. */
const disconnected: WalletState = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  walletName: undefined,
}
const getServerState = () => disconnected
