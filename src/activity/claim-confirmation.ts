import { isRunning } from '../execution/machine/is-running.ts'
import type { Execution, SwapIntent } from '../execution/machine/types.ts'
import type { WalletPort } from '../wallet/types.ts'
import { STORED_MS, takeIfFree } from './swap-owner.ts'

export interface SwapClaims {
  /**
   * Claims a swap until it is sent or left. Resolves to false if another tab or widget is
   * confirming it.
   */
  claim(intent: SwapIntent): Promise<boolean>
  /**
   * Releases claims when the swaps of this execution are sent or over. Returns a function that
   * releases all.
   */
  follow(execution: Execution): () => void
}

/** Lets only one tab confirm a swap, because two confirmations would both open the wallet. */
export function createSwapClaims(wallet: Pick<WalletPort, 'getState' | 'subscribe'>): SwapClaims {
  const held = new Map<string, (delayMs: number) => void>()
  let followed: Execution | undefined

  function release(execution: Execution): void {
    const state = execution.getState()
    // An abandoned request can still be signed.
    if (wallet.getState().prompt) return
    for (const [id, giveUp] of held) {
      const isOwn = 'intent' in state && state.intent.id === id
      if (isOwn && isRunning(state) && state.stage !== 'watching') continue
      held.delete(id)
      // Other tabs read the pending swap a moment later, and warn about it from then on.
      giveUp(isOwn && state.stage === 'watching' ? STORED_MS : 0)
    }
  }

  return {
    async claim(intent) {
      if (held.has(intent.id)) return true
      const giveUp = await takeIfFree(toName(intent))
      if (!giveUp) return false
      // The swap was left during the claim, so no later event would release it.
      if (followed && !confirms(followed, intent)) giveUp(0)
      else held.set(intent.id, giveUp)
      return true
    },
    follow(execution) {
      followed = execution
      const check = () => release(execution)
      const stops = [execution.subscribe(check), wallet.subscribe(check)]
      return () => {
        for (const stop of stops) stop()
        for (const giveUp of held.values()) giveUp(0)
        held.clear()
      }
    },
  }
}

function confirms(execution: Execution, { id }: SwapIntent): boolean {
  const state = execution.getState()
  return isRunning(state) && 'intent' in state && state.intent.id === id
}

/** The same name for the same swap, whichever route it takes. */
function toName({ chainId, account, receiver, inputToken, outputToken, ...amounts }: SwapIntent): string {
  const amount = amounts.outputAmount === undefined ? amounts.inputAmount : `buys ${amounts.outputAmount}`
  const parts = [chainId, account, inputToken.address, amount, outputToken.address, receiver]
  return `sluice:confirm:${parts.join(' ').toLowerCase()}`
}
