import type { HostProvider } from '../config/types.ts'
import { SOURCE } from './prompt-slot.ts'

export interface LeasedProvider {
  provider: Required<HostProvider> & { readonly [SOURCE]: HostProvider }
  /** Removes every listener added to the wallet through this lease. */
  release(): void
}

/** Wraps a wallet's provider for one instance, so that all of its listeners can be removed at once. */
export function leaseProvider(source: HostProvider): LeasedProvider {
  type Listener = Parameters<NonNullable<HostProvider['on']>>[1]
  let added: { event: string; listener: Listener }[] = []
  return {
    provider: {
      [SOURCE]: source,
      request: (args) => source.request(args),
      on(event, listener) {
        added.push({ event, listener })
        source.on?.(event, listener)
      },
      removeListener(event, listener) {
        added = added.filter((entry) => entry.event !== event || entry.listener !== listener)
        source.removeListener?.(event, listener)
      },
    },
    release() {
      for (const { event, listener } of added) source.removeListener?.(event, listener)
      added = []
    },
  }
}
