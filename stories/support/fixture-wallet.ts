import { SluiceError } from '../../src/errors/sluice-error.ts'
import type { Address } from '../../src/lib/address.ts'
import type { WalletOption, WalletState } from '../../src/wallet/types.ts'
import type { OwnedWalletPort } from '../../src/wallet/wallet-port.ts'
import { ETHEREUM } from './tokens.ts'

export const ACCOUNT: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export const DISCONNECTED: WalletState = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  walletName: undefined,
}

export const CONNECTED: WalletState = {
  status: 'connected',
  address: ACCOUNT,
  chainId: ETHEREUM,
  walletName: 'Dev wallet',
}

export interface FixtureWalletOptions {
  state?: WalletState
  options?: WalletOption[] | 'pending'
  /** How it answers a request to connect. Default `accept`. */
  onConnect?: 'accept' | 'reject' | 'pending'
}

export const WALLETS: WalletOption[] = [
  { id: 'dev', name: 'Dev wallet', icon: undefined },
  { id: 'harbour', name: 'Harbour', icon: undefined },
  { id: 'lantern', name: 'Lantern', icon: undefined },
]

const never = new Promise<never>(() => {})

/** A wallet without a browser: answers as it is told to. */
export function createFixtureWallet({
  state: initial = CONNECTED,
  options = WALLETS,
  onConnect = 'accept',
}: FixtureWalletOptions = {}): OwnedWalletPort {
  let state = initial
  const listeners = new Set<() => void>()
  const set = (next: WalletState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listOptions: () => (options === 'pending' ? never : Promise.resolve(options)),
    async connect(id) {
      set({ ...DISCONNECTED, status: 'connecting' })
      if (onConnect === 'pending') return never
      if (onConnect === 'reject') {
        set(DISCONNECTED)
        throw new SluiceError('USER_REJECTED')
      }
      const name = options === 'pending' ? undefined : options.find((option) => option.id === id)?.name
      set({ ...CONNECTED, walletName: name })
    },
    disconnect: async () => set(DISCONNECTED),
    switchChain: async (chainId) => set({ ...state, chainId }),
    readChainId: async () => state.chainId ?? ETHEREUM,
    readAccount: async () => state.address,
    sendTransaction: () => never,
    start() {},
    destroy() {},
  }
}
