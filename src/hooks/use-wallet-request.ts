import { useState } from 'react'
import { asSluiceError } from '../errors/sluice-error.ts'

/** `done`: the wallet responded without an error. `pending`: it shows another request first. */
export type WalletRequestState = 'idle' | 'requesting' | 'done' | 'declined' | 'pending' | 'failed'

export interface WalletRequest {
  state: WalletRequestState
  /** Runs a request that belongs to no swap. Never rejects: `state` contains the result. */
  send(run: () => Promise<void>): Promise<void>
}

/** Runs a wallet request outside a swap, and returns the result of the last one. */
export function useWalletRequest(): WalletRequest {
  const [state, setState] = useState<WalletRequestState>('idle')
  return {
    state,
    async send(run) {
      setState('requesting')
      try {
        await run()
        setState('done')
      } catch (error) {
        const { code } = asSluiceError(error)
        setState(code === 'USER_REJECTED' ? 'declined' : code === 'REQUEST_PENDING' ? 'pending' : 'failed')
      }
    },
  }
}
