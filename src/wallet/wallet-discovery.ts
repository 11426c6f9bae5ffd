import { imageDataUri } from '../lib/image-data-uri.ts'
import { toWalletName } from './wallet-source.ts'

/** What a wallet has to be able to do (EIP-1193). */
export interface InjectedProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): void
  removeListener?(event: string, listener: (...args: never[]) => void): void
}

export interface InjectedWallet {
  /** Of this wallet alone while the page lives: its domain, with a number where another announced that before. */
  id: string
  /** The reverse domain name it announces, which any other may announce too; `injected` for the one at `window.ethereum`. */
  rdns: string
  name: string
  /** A data: URI, or undefined. */
  icon: string | undefined
  provider: InjectedProvider
}

export interface WalletDiscovery {
  /** In the order of their announcement; a provider that only sits at `window.ethereum` last. */
  list(): InjectedWallet[]
  find(id: string): InjectedWallet | undefined
  /** All that announce a domain: more than one cannot be told apart by us. */
  findByRdns(rdns: string): InjectedWallet[]
  subscribe(listener: () => void): () => void
  destroy(): void
}

const MAX_RDNS_LENGTH = 100
/** More than anybody installs; a page that is flooded lists no more. */
const MAX_WALLETS = 30
const LEGACY: Omit<InjectedWallet, 'provider'> = {
  id: 'injected',
  rdns: 'injected',
  name: 'Browser wallet',
  icon: undefined,
}

/** Listens for wallets that announce themselves in this page (EIP-6963). Finds none where there is no window. */
export function discoverWallets(): WalletDiscovery {
  const target = typeof window === 'undefined' ? undefined : window
  // A wallet is its provider: names, domains and ids can be repeated by anyone in the page.
  const announced = new Map<InjectedProvider, InjectedWallet>()
  const listeners = new Set<() => void>()

  function onAnnounce(event: Event): void {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (!wallet || announced.has(wallet.provider) || announced.size >= MAX_WALLETS) return
    announced.set(wallet.provider, { ...wallet, id: freeId(wallet.rdns) })
    for (const listener of [...listeners]) listener()
  }

  target?.addEventListener('eip6963:announceProvider', onAnnounce)
  target?.dispatchEvent(new Event('eip6963:requestProvider'))

  function freeId(rdns: string): string {
    const taken = new Set([LEGACY.id, ...[...announced.values()].map(({ id }) => id)])
    let id = rdns
    for (let number = 2; taken.has(id); number += 1) id = `${rdns}#${number}`
    return id
  }

  function list(): InjectedWallet[] {
    const wallets = [...announced.values()]
    const legacy = target && 'ethereum' in target ? target.ethereum : undefined
    return isProvider(legacy) && !announced.has(legacy)
      ? [...wallets, { ...LEGACY, provider: legacy }]
      : wallets
  }

  return {
    list,
    find: (id) => list().find((wallet) => wallet.id === id),
    findByRdns: (rdns) => list().filter((wallet) => wallet.rdns === rdns),
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
function readAnnouncement(detail: unknown): Omit<InjectedWallet, 'id'> | undefined {
  if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return undefined
  const { rdns: domain, name, icon } = detail.info
  if (typeof domain !== 'string' || typeof name !== 'string') return undefined
  const rdns = domain
    .slice(0, MAX_RDNS_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
  if (rdns === '') return undefined
  return {
    rdns,
    name: toWalletName(name) || rdns,
    icon: imageDataUri(icon),
    provider: detail.provider,
  }
}

function isProvider(value: unknown): value is InjectedProvider {
  return isRecord(value) && typeof value.request === 'function'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
