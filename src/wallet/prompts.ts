import type { Connector } from 'wagmi'
import { SluiceError } from '../errors/sluice-error.ts'
import { findSlot, type PromptSlot } from './prompt-slot.ts'
import type { WalletPrompt } from './types.ts'

/** What the wallet of one widget asks its user, whichever widget of the page made it ask. */
export interface Prompts {
  get(): WalletPrompt | undefined
  /** Follows this wallet, also after it was disconnected: what it asks can still be answered. */
  follow(wallet: Connector): Promise<void>
  /** Runs a request that the wallet shows. Rejects with `REQUEST_PENDING` while it shows another one. */
  ask<Value>(wallet: Connector, asked: WalletPrompt, run: () => Promise<Value>): Promise<Value>
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
      // It is tried again at the next change.
      else followed = undefined
    },
    async ask(wallet, asked, run) {
      const asking = await findSlot(wallet)
      if (wallet === followed || followed === undefined) {
        followed = wallet
        setSlot(asking)
      }
      if (asking.prompt)
        throw new SluiceError('REQUEST_PENDING', { details: 'an earlier request is not answered' })
      asking.set(asked)
      try {
        return await run()
      } finally {
        if (asking.prompt === asked) asking.set(undefined)
      }
    },
    forget: () => slot?.set(undefined),
    stop() {
      followed = undefined
      setSlot(undefined)
    },
  }
}
