import { useState } from 'react'
import { asSluiceError } from '../errors/sluice-error.ts'

/** `done`: the wallet answered without an error. `pending`: it shows another request first. */
export type WalletRequestState = 'idle' | 'asking' | 'done' | 'declined' | 'pending' | 'failed'

export interface WalletRequest {
  state: WalletRequestState
  /** Runs a request that belongs to no swap. Never rejects: `state` says how it ended. */
  ask(run: () => Promise<void>): Promise<void>
}

/** A request to the wallet beside a swap, and how the last one ended. */
export function useWalletRequest(): WalletRequest {
  const [state, setState] = useState<WalletRequestState>('idle')
  return {
    state,
    async ask(run) {
      setState('asking')
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
