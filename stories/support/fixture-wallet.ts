import { SluiceError } from '../../src/errors/sluice-error.ts'
import { createValueStore } from '../../src/store/create-value-store.ts'
import type { WalletOption, WalletState } from '../../src/wallet/types.ts'
import type { OwnedWalletPort } from '../../src/wallet/wallet-port.ts'
import { USER } from '../../src/wire/fixtures/addresses.ts'
import { ETHEREUM } from '../../testing/fixture-tokens.ts'

export const DISCONNECTED: WalletState = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  walletName: undefined,
}

export const CONNECTED: WalletState = {
  status: 'connected',
  address: USER,
  chainId: ETHEREUM,
  walletName: 'Dev wallet',
}

export interface FixtureWalletOptions {
  state?: WalletState
  options?: WalletOption[] | 'pending'
  /** The response to a connection request, or a promise to wait for. Default `accept`. */
  onConnect?: 'accept' | 'reject' | 'pending' | (() => Promise<void>)
  /** The response to a transaction request. Default: no response. */
  onSend?: OwnedWalletPort['sendTransaction']
  /** True if the wallet executes batches atomically. Default false. */
  batches?: boolean
  /** The response to adding an RPC. Default: accepted. */
  onAddRpc?: OwnedWalletPort['addRpc']
  /** The response to adding a token. Default: accepted. */
  onWatchAsset?: () => Promise<void>
}

export const WALLETS: WalletOption[] = [
  { id: 'dev', name: 'Dev wallet', icon: undefined },
  { id: 'harbour', name: 'Harbour', icon: undefined },
  { id: 'lantern', name: 'Lantern', icon: undefined },
]

const never = new Promise<never>(() => {})

/** Creates a wallet without a browser, with configured responses. */
export function createFixtureWallet({
  state: initial = CONNECTED,
  options = WALLETS,
  onConnect = 'accept',
  onSend = () => never,
  batches = false,
  onAddRpc = async () => {},
  onWatchAsset = async () => {},
}: FixtureWalletOptions = {}): OwnedWalletPort {
  const { getState, setState, subscribe } = createValueStore(initial)
  const set = (next: WalletState) => setState(next, true)
  return {
    getState,
    subscribe: (listener) => subscribe(() => listener()),
    listOptions: () => (options === 'pending' ? never : Promise.resolve(options)),
    async connect(id) {
      set({ ...DISCONNECTED, status: 'connecting' })
      if (onConnect === 'pending') return never
      if (onConnect === 'reject') {
        set(DISCONNECTED)
        throw new SluiceError('USER_REJECTED')
      }
      if (typeof onConnect === 'function') await onConnect()
      const name = options === 'pending' ? undefined : options.find((option) => option.id === id)?.name
      set({ ...CONNECTED, walletName: name })
    },
    forgetPrompt: () => set({ ...getState(), prompt: undefined }),
    disconnect: async () => set(DISCONNECTED),
    switchChain: async (chainId) => set({ ...getState(), chainId }),
    addRpc: onAddRpc,
    watchAsset: async () => onWatchAsset(),
    readChainId: async () => getState().chainId ?? ETHEREUM,
    readAccount: async () => getState().address,
    sendTransaction: onSend,
    canBatch: async () => batches,
    isContract: async () => false,
    sendBatch: () => new Promise(() => {}),
    batchStatus: async () => ({ status: 'pending' }),
    signTypedData: () => new Promise(() => {}),
    start() {},
    destroy() {},
  }
}
