import type { HostProvider } from '../config/types.ts'
import { imageDataUri } from '../lib/image-data-uri.ts'
import { INJECTED_NAME, toWalletName } from './wallet-source.ts'

export interface InjectedWallet {
  /**
   * Unique in this page: the domain, with a number if another wallet announced the same one before.
   */
  id: string
  /**
   * The announced reverse domain name, not necessarily unique; `injected` for `window.ethereum`.
   */
  rdns: string
  name: string
  /** A data: URI, or undefined. */
  icon: string | undefined
  provider: HostProvider
}

export interface WalletDiscovery {
  /** In the order of announcement; a provider known only from `window.ethereum` is last. */
  list(): InjectedWallet[]
  find(id: string): InjectedWallet | undefined
  /** All wallets that announce a domain. Several wallets of one domain cannot be distinguished. */
  findByRdns(rdns: string): InjectedWallet[]
  subscribe(listener: () => void): () => void
  destroy(): void
}

const MAX_RDNS_LENGTH = 100
/** Limit against a page that floods announcements. */
const MAX_WALLETS = 30
const LEGACY: Omit<InjectedWallet, 'provider'> = {
  id: 'injected',
  rdns: 'injected',
  name: INJECTED_NAME,
  icon: undefined,
}

/**
 * Discovers wallets that announce themselves in this page (EIP-6963), or to another target. Finds
 * none without a `window`.
 */
export function discoverWallets(
  target: EventTarget | undefined = typeof window === 'undefined' ? undefined : window,
): WalletDiscovery {
  // Keyed by provider, because any script in the page can repeat names, domains and ids.
  const announced = new Map<HostProvider, InjectedWallet>()
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

/** Announcements are untrusted: text is sanitized, and icons must be data URIs. */
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

function isProvider(value: unknown): value is HostProvider {
  return isRecord(value) && typeof value.request === 'function'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
