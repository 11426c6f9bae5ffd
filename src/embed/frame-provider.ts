import type { HostProvider } from '../config/types.ts'
import { ownFields } from '../lib/own-fields.ts'
import type { PortCalls, PortHandlers } from './port-calls.ts'

/** The wallets of the page around a frame, for the widget in the frame. */
export interface PageWallets {
  /**
   * The target of their announcements (EIP-6963). Excludes wallets of the frame itself, which
   * belong to another page.
   */
  target: EventTarget
  handlers: PortHandlers
  /**
   * A provider that forwards requests to and events from a wallet of the page. The same id returns
   * the same provider.
   */
  provider(id: string): HostProvider
}

type Listener = Parameters<NonNullable<HostProvider['on']>>[1]

export function createPageWallets(port: () => PortCalls): PageWallets {
  const target = new EventTarget()
  const known = new Map<string, { provider: HostProvider; emit: (event: string, payload: unknown) => void }>()
  const announcements: unknown[] = []
  const dispatch = (detail: unknown) =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  target.addEventListener('eip6963:requestProvider', () => announcements.forEach(dispatch))

  function get(id: string) {
    const found = known.get(id)
    if (found) return found
    const listeners = new Map<string, Set<Listener>>()
    const provider: HostProvider = {
      request: ({ method, params }) => port().call('walletRequest', { wallet: id, method, params }),
      on(event, listener) {
        // Each time, because the page drops listeners when it removes a wallet, and may add it
        // again.
        port().tell('walletListen', id)
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener)
      },
    }
    const made = {
      provider,
      emit: (event: string, payload: unknown) => {
        for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
      },
    }
    known.set(id, made)
    return made
  }

  return {
    target,
    handlers: {
      announce(wallet) {
        const { id, rdns, name, icon } = ownFields(Object(wallet))
        const detail = { info: { uuid: String(id), rdns, name, icon }, provider: get(String(id)).provider }
        announcements.push(detail)
        dispatch(detail)
      },
      walletEvent(told) {
        const { wallet, event, payload } = ownFields(Object(told))
        known.get(String(wallet))?.emit(String(event), payload)
      },
    },
    provider: (id) => get(id).provider,
  }
}
