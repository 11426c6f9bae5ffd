import type { Connector } from 'wagmi'
import type { WalletPrompt } from './types.ts'

/** What one wallet asks its user at the moment. */
export interface PromptSlot {
  readonly prompt: WalletPrompt | undefined
  /** Undefined for nothing any more. */
  set(prompt: WalletPrompt | undefined): void
  subscribe(listener: () => void): () => void
}

/** Of a provider that stands for another one: the other one. */
export const SOURCE = Symbol('source')

/** The provider that the page gave, which stays the same however often it was connected since. */
export function getPageProvider(provider: object & { [SOURCE]?: object }): object {
  return provider[SOURCE] ?? provider
}

/**
 * By the provider that the page gave. Shared by all widgets of a page on purpose: a wallet shows one request at a time,
 * whichever widget made it and however often it was connected since.
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
