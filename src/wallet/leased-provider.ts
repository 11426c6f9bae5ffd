import type { InjectedProvider } from './wallet-discovery.ts'

export interface LeasedProvider {
  provider: Required<InjectedProvider>
  /** Takes back every listener that was put on the wallet through this lease. */
  release(): void
}

/** A wallet's provider for the use of one instance: what it listens to can be taken back as a whole. */
export function leaseProvider(source: InjectedProvider): LeasedProvider {
  type Listener = Parameters<NonNullable<InjectedProvider['on']>>[1]
  let held: { event: string; listener: Listener }[] = []
  return {
    provider: {
      request: (args) => source.request(args),
      on(event, listener) {
        held.push({ event, listener })
        source.on?.(event, listener)
      },
      removeListener(event, listener) {
        held = held.filter((entry) => entry.event !== event || entry.listener !== listener)
        source.removeListener?.(event, listener)
      },
    },
    release() {
      for (const { event, listener } of held) source.removeListener?.(event, listener)
      held = []
    },
  }
}
