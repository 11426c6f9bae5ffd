import { plainText } from '../lib/plain-text.ts'

/** What a wallet has to be able to do (EIP-1193). */
export interface InjectedProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): void
  removeListener?(event: string, listener: (...args: never[]) => void): void
}

export interface InjectedWallet {
  /** The reverse domain name it announces, or `injected` for the one that announces nothing. */
  id: string
  name: string
  /** A data: URI, or undefined. */
  icon: string | undefined
  provider: InjectedProvider
}

export interface WalletDiscovery {
  /** In the order of their announcement; a provider that only sits at `window.ethereum` last. */
  list(): InjectedWallet[]
  find(id: string): InjectedWallet | undefined
  subscribe(listener: () => void): () => void
  destroy(): void
}

const MAX_NAME_LENGTH = 40
const LEGACY: Pick<InjectedWallet, 'id' | 'name' | 'icon'> = {
  id: 'injected',
  name: 'Browser wallet',
  icon: undefined,
}

/** Listens for wallets that announce themselves in this page (EIP-6963). Finds none where there is no window. */
export function discoverWallets(): WalletDiscovery {
  const target = typeof window === 'undefined' ? undefined : window
  const announced = new Map<string, InjectedWallet>()
  const listeners = new Set<() => void>()

  function onAnnounce(event: Event): void {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (!wallet || announced.has(wallet.id)) return
    announced.set(wallet.id, wallet)
    for (const listener of [...listeners]) listener()
  }

  target?.addEventListener('eip6963:announceProvider', onAnnounce)
  target?.dispatchEvent(new Event('eip6963:requestProvider'))

  function list(): InjectedWallet[] {
    const wallets = [...announced.values()]
    const legacy = target && 'ethereum' in target ? target.ethereum : undefined
    const isKnown = wallets.some(({ provider }) => provider === legacy)
    return isProvider(legacy) && !isKnown ? [...wallets, { ...LEGACY, provider: legacy }] : wallets
  }

  return {
    list,
    find: (id) => list().find((wallet) => wallet.id === id),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy() {
      target?.removeEventListener('eip6963:announceProvider', onAnnounce)
      listeners.clear()
      announced.clear()
    },
  }
}

/** Anyone in the page may announce anything: text is made plain, icons must carry their own bytes. */
function readAnnouncement(detail: unknown): InjectedWallet | undefined {
  if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return undefined
  const { rdns, name, icon } = detail.info
  if (typeof rdns !== 'string' || rdns === '' || typeof name !== 'string') return undefined
  return {
    id: rdns,
    name: plainText(name, MAX_NAME_LENGTH) || rdns,
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : undefined,
    provider: detail.provider,
  }
}

function isProvider(value: unknown): value is InjectedProvider {
  return isRecord(value) && typeof value.request === 'function'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
