import type { Connector } from 'wagmi'
import { SluiceError } from '../errors/sluice-error.ts'
import { findSlot, type PromptSlot } from './prompt-slot.ts'
import type { WalletPrompt } from './types.ts'

/**
 * A prompt to show. `found` is aborted once the chain shows the transaction, which closes the
 * prompt.
 */
export interface AskedPrompt extends WalletPrompt {
  found?: AbortSignal | undefined
}

/** The open prompt of one widget's wallet, whichever widget of the page caused it. */
export interface Prompts {
  get(): WalletPrompt | undefined
  /** Follows this wallet, also after a disconnect, because an open prompt can still be answered. */
  follow(wallet: Connector): Promise<void>
  /** Runs a wallet request. Rejects with `REQUEST_PENDING` while another request is open. */
  ask<Value>(wallet: Connector, asked: AskedPrompt, run: () => Promise<Value>): Promise<Value>
  forget(): void
  stop(): void
}

export function createPrompts(onChange: () => void): Prompts {
  let slot: PromptSlot | undefined
  let followed: Connector | undefined
  let unfollow = () => {}

  function setSlot(next: PromptSlot | undefined): void {
    if (next === slot) return
    unfollow()
    slot = next
    unfollow = next?.subscribe(onChange) ?? (() => {})
    onChange()
  }

  return {
    get: () => slot?.prompt,
    async follow(wallet) {
      // While wagmi restores a connection, its connector has no methods yet.
      if (wallet === followed || typeof wallet.getProvider !== 'function') return
      followed = wallet
      const found = await findSlot(wallet).catch(() => undefined)
      if (followed !== wallet) return
      if (found) setSlot(found)
      // The next change tries again.
      else followed = undefined
    },
    async ask(wallet, { about, found }, run) {
      const asked: WalletPrompt = { about }
      const asking = await findSlot(wallet)
      if (wallet === followed || followed === undefined) {
        followed = wallet
        setSlot(asking)
      }
      if (asking.prompt)
        throw new SluiceError('REQUEST_PENDING', {
          details: 'an earlier request is still open in the wallet',
        })
      asking.set(asked)
      const close = () => {
        if (asking.prompt === asked) asking.set(undefined)
      }
      found?.addEventListener('abort', close)
      try {
        return await run()
      } finally {
        close()
      }
    },
    forget: () => slot?.set(undefined),
    stop() {
      followed = undefined
      setSlot(undefined)
    },
  }
}
