import type { Connector } from 'wagmi'
import type { WalletPrompt } from './types.ts'

/** The open prompt of one wallet. */
export interface PromptSlot {
  readonly prompt: WalletPrompt | undefined
  /** Undefined clears the prompt. */
  set(prompt: WalletPrompt | undefined): void
  subscribe(listener: () => void): () => void
}

/** The key of the original provider in a provider that wraps it. */
export const SOURCE = Symbol('source')

/** The provider of the page, which stays the same across connections. */
export function getPageProvider(provider: object & { [SOURCE]?: object }): object {
  return provider[SOURCE] ?? provider
}

/**
 * Slots by the page's provider. Shared by all widgets of a page on purpose: a wallet shows one
 * request at a time, whichever widget sent it.
 */
const slots = new WeakMap<object, PromptSlot>()

/** The slot of the wallet behind a connector. */
export async function findSlot(connector: Connector): Promise<PromptSlot> {
  const provider = (await connector.getProvider()) as object | undefined
  const key = provider ? getPageProvider(provider) : connector
  const slot = slots.get(key) ?? createSlot()
  slots.set(key, slot)
  return slot
}

function createSlot(): PromptSlot {
  const listeners = new Set<() => void>()
  let current: WalletPrompt | undefined
  return {
    get prompt() {
      return current
    },
    set(prompt) {
      current = prompt
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
