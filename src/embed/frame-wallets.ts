import type { HostProvider } from '../config/types.ts'
import { ownFields } from '../lib/own-fields.ts'
import { discoverWallets } from '../wallet/wallet-discovery.ts'
import { type PageUrls, toWalletRequest } from './frame-requests.ts'
import type { PortCalls } from './port-calls.ts'

/** The events of a wallet that a frame receives. */
const EVENTS = ['accountsChanged', 'chainChanged', 'connect', 'disconnect']

/**
 * The prefix of the id of a wallet that the host passes as `provider`. Announced ids are domains
 * and never have it.
 */
const HOST_WALLET = 'host:'

export interface FrameWallets {
  /** Requests `{ wallet, method, params }`. Rejects whatever `toWalletRequest` rejects. */
  request(asked: unknown): Promise<unknown>
  /** Forwards the events of a wallet to the frame from now on. */
  listen(id: unknown): void
  /** The id of a wallet that the host passes, by which the frame requests it. */
  hostWallet(provider: HostProvider): string
  /**
   * Keeps these wallets of the host, and drops the others with their listeners. The frame also has
   * the wallets of the page only if the first id is undefined.
   */
  keepOnly(ids: readonly (string | undefined)[]): void
  /** Announces the wallets of the page to the frame, now and later. */
  start(port: PortCalls): void
  stop(): void
}

/**
 * The wallets of a page (EIP-6963, EIP-1193) for a frame in it. `page` lists the RPCs and explorers
 * that a wallet may add. A function lists only the RPCs.
 */
export function createFrameWallets(urls: PageUrls | PageUrls['isRpc']): FrameWallets {
  const page = typeof urls === 'function' ? { isRpc: urls } : urls
  const discovery = discoverWallets()
  const listening = new Map<string, () => void>()
  const announced = new Set<string>()
  let told: PortCalls | undefined

  const own = new Map<string, HostProvider>()
  let lastOwn = 0
  let hasPageWallets = true
  const find = (id: string) => own.get(id) ?? (hasPageWallets ? discovery.find(id)?.provider : undefined)

  function announce(): void {
    if (!hasPageWallets) return
    for (const { id, rdns, name, icon } of discovery.list()) {
      if (announced.has(id)) continue
      announced.add(id)
      told?.tell('announce', { id, rdns, name, icon })
    }
  }

  function stop(): void {
    discovery.destroy()
    own.clear()
    hasPageWallets = false
    dropListeners()
  }

  /** Drops the listeners of wallets that the frame no longer has. */
  function dropListeners(): void {
    for (const [id, unsubscribe] of listening) {
      if (find(id)) continue
      unsubscribe()
      listening.delete(id)
    }
  }

  return {
    async request(asked) {
      const { wallet, method, params } = ownFields(Object(asked))
      const provider = find(String(wallet))
      if (!provider) throw walletError(4900, 'This wallet was removed')
      return provider.request(toWalletRequest({ method, params }, page))
    },
    listen(id) {
      const wallet = String(id)
      const provider = find(wallet)
      if (!provider?.on || listening.has(wallet)) return
      const added = EVENTS.map((event) => {
        const listener = (payload: unknown) =>
          told?.tell('walletEvent', { wallet, event, payload: toData(payload) })
        provider.on?.(event, listener)
        return () => provider.removeListener?.(event, listener)
      })
      listening.set(wallet, () => {
        for (const remove of added) remove()
      })
    },
    hostWallet(provider) {
      for (const [id, known] of own) if (known === provider) return id
      lastOwn += 1
      const id = `${HOST_WALLET}${lastOwn}`
      own.set(id, provider)
      return id
    },
    keepOnly(ids) {
      for (const id of own.keys()) if (!ids.includes(id)) own.delete(id)
      hasPageWallets = ids[0] === undefined
      dropListeners()
      announce()
    },
    start(port) {
      told = port
      announced.clear()
      announce()
      discovery.subscribe(announce)
    },
    stop,
  }
}

/** Reduces an error, which `disconnect` passes, to its code and message. */
function toData(payload: unknown): unknown {
  if (!(payload instanceof Error)) return payload
  return { message: payload.message, code: (payload as { code?: unknown }).code }
}

function walletError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
