import type { Manifest } from '../../../devnet/plan/manifest.ts'
import { createDevWallet, type DevWalletRequest } from '../../../src/testing/dev-wallet.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { devWalletOptions } from '../dev-wallet-options.ts'

export interface PendingRequest {
  kind: DevWalletRequest
  method: string
  params: unknown
  confirm(isConfirmed: boolean): void
}

export interface PlaygroundWalletState {
  account: Address | undefined
  chainId: number
  /** Rejects the next request once. */
  rejectNext: boolean
  /** Shows a dialog instead of confirming automatically. */
  showsDialog: boolean
  pending: PendingRequest | undefined
}

export interface PlaygroundWallet {
  getState(): PlaygroundWalletState
  subscribe(listener: () => void): () => void
  set(
    change: Partial<Pick<PlaygroundWalletState, 'account' | 'chainId' | 'rejectNext' | 'showsDialog'>>,
  ): void
  /** Sends swaps with too little gas while true. */
  starve(isStarved: boolean): void
  /** Announces the wallet to the page. Returns a function that stops it. */
  announce(): () => void
}

/** Enough gas to start a swap, but too little to complete it. */
const TOO_LITTLE_GAS = 70_000

/** Creates the dev wallet with state for its account, network and dialogs. */
export function createPlaygroundWallet(manifest: Manifest): PlaygroundWallet {
  const options = devWalletOptions(manifest)
  const listeners = new Set<() => void>()
  let state: PlaygroundWalletState = {
    account: options.accounts[0],
    chainId: options.chainId,
    rejectNext: false,
    showsDialog: false,
    pending: undefined,
  }
  const change = (next: Partial<PlaygroundWalletState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const wallet = createDevWallet({
    ...options,
    async confirm(request) {
      if (state.rejectNext) {
        change({ rejectNext: false })
        return false
      }
      if (!state.showsDialog) return true
      const isConfirmed = await new Promise<boolean>((resolve) =>
        change({ pending: { ...request, confirm: resolve } }),
      )
      change({ pending: undefined })
      return isConfirmed
    },
  })
  wallet.provider.on('chainChanged', (chainId: string) => change({ chainId: Number(chainId) }))

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set({ chainId, ...next }) {
      change(next)
      if (next.account) wallet.setAccounts([next.account])
      if (chainId) wallet.setChain(chainId)
    },
    starve(isStarved) {
      wallet.behavior.swapGas = isStarved ? TOO_LITTLE_GAS : undefined
    },
    announce() {
      Object.assign(window, { devWallet: wallet })
      return wallet.announce(window)
    },
  }
}
