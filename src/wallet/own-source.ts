import type { Config as WagmiConfig } from 'wagmi'
import { sleep } from '../../wire/lib/sleep.ts'
import type { HostConnector, ResolvedConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { imageDataUri } from '../lib/image-data-uri.ts'
import type { LeasedProvider } from './leased-provider.ts'
import type { InjectedWallet, WalletDiscovery } from './wallet-discovery.ts'
import { createWalletMemory } from './wallet-memory.ts'
import { toOptions } from './wallet-options.ts'
import { RESTORE_TIMEOUT_MS, toConnection, toWalletName, type WalletSource } from './wallet-source.ts'
import { readAccounts } from './wallet-values.ts'

/**
 * How long to wait for announcements. Wallets announce themselves immediately; slow extensions may
 * take longer.
 */
const ANNOUNCEMENT_MS = 300
/** The prefix of ids of the host's connectors. Domains contain no colon. */
const HOSTED = 'host:'

/**
 * The wallets of this page on a wagmi config of our own, which stores nothing. Only the chosen
 * wallet is stored, under our own key. wagmi is loaded at the first connection, and the discovery
 * when wallets are requested.
 */
export function ownWalletSource(config: ResolvedConfig, target?: EventTarget): WalletSource {
  const memory = createWalletMemory(config.storageKey)
  let discovery: Promise<WalletDiscovery> | undefined
  let wagmi: Promise<WagmiConfig> | undefined
  let current: WagmiConfig | undefined
  let lease: LeasedProvider | undefined
  /** The running restoration. Aborted when the widget stops or the user chooses otherwise. */
  let restoration: AbortController | undefined
  /** The domain of the wallet whose connection was restored without a prompt. */
  let restored: string | undefined
  /** The wallet of the lease. It stays while the wallet is locked. */
  let attached: InjectedWallet | undefined
  let resuming: Promise<void> | undefined
  let notify = () => {}

  function load(): Promise<WagmiConfig> {
    if (wagmi) return wagmi
    const loading = import('./wagmi.ts').then(({ createOwnConfig }) => {
      const made = createOwnConfig(config.chains)
      // The source was stopped or replaced while wagmi loaded, so this config is not used.
      if (wagmi !== loading) return made
      current = made
      made.subscribe(
        (state) => state,
        () => notify(),
      )
      return made
    })
    loading.catch(() => {
      wagmi = undefined
    })
    wagmi = loading
    return loading
  }

  function discovered(): Promise<WalletDiscovery> {
    if (discovery) return discovery
    const loading = import('./wallet-discovery.ts').then(({ discoverWallets }) => discoverWallets(target))
    loading.catch(() => {
      if (discovery === loading) discovery = undefined
    })
    discovery = loading
    return loading
  }

  async function attach(wallet: InjectedWallet, { prompts }: { prompts: boolean }): Promise<void> {
    const made = await load()
    const { connectProvider } = await import('./wagmi.ts')
    if (toConnection(made)?.connector.id === wallet.id) return
    const leased = await connectProvider(made, wallet, { prompts })
    lease?.release()
    lease = current === made ? leased : undefined
    if (!lease) return leased.release()
    attached = wallet
    const onUnlock = () => void resume().catch(() => {})
    leased.provider.on('accountsChanged', (accounts: readonly unknown[]) => {
      if (accounts.length > 0) onUnlock()
    })
    leased.provider.on('connect', onUnlock)
  }

  /**
   * Reconnects a wallet that its user locked and unlocked: wagmi reconnects only connectors of its
   * own list.
   */
  function resume(): Promise<void> {
    resuming ??= resumeNow().finally(() => {
      resuming = undefined
    })
    return resuming
  }

  async function resumeNow(): Promise<void> {
    const wallet = attached
    if (!wallet || toConnection(current)) return
    const accounts = readAccounts(await wallet.provider.request({ method: 'eth_accounts' }))
    if (accounts && accounts.length > 0 && attached === wallet) await attach(wallet, { prompts: false })
  }

  async function attachHosted(hosted: HostConnector): Promise<void> {
    const option = HOSTED + hosted.id
    const made = await load()
    if (toConnection(made) && memory.read() === option) return
    const { connectHosted } = await import('./wagmi.ts')
    await connectHosted(made, hosted)
    releaseLease()
    restored = undefined
    memory.write(option)
  }

  function findHosted(optionId: string): HostConnector | undefined {
    return config.connectors.find(({ id }) => HOSTED + id === optionId)
  }

  /**
   * Restores the connection with the wallet of a domain, if exactly one wallet announces it, or
   * through the host's connector.
   */
  async function restore(rdns: string, signal: AbortSignal): Promise<void> {
    try {
      const hosted = findHosted(rdns)
      if (hosted) {
        const { restoreHosted } = await import('./wagmi.ts')
        const isReplaced = () => memory.read() !== rdns
        return await restoreHosted(await load(), hosted, { signal, isReplaced })
      }
      const known = await discovered()
      if (known.findByRdns(rdns).length === 0) await sleep(ANNOUNCEMENT_MS)
      if (signal.aborted) return
      const wallet = getOnlyWallet(known, rdns)
      if (!wallet) return
      restored = rdns
      known.subscribe(() => {
        if (restored === rdns && !getOnlyWallet(known, rdns)) forget()
      })
      const returned = await Promise.race([
        wallet.provider.request({ method: 'eth_accounts' }),
        sleep(RESTORE_TIMEOUT_MS),
      ])
      const accounts = readAccounts(returned)
      if (!accounts || accounts.length === 0 || signal.aborted) return
      if (restored === rdns) await attach(wallet, { prompts: false })
    } catch {
      // The user has to connect again.
    }
  }

  /**
   * The only wallet of a domain; undefined if several announce it, because an impostor could be
   * first.
   */
  function getOnlyWallet(known: WalletDiscovery, rdns: string): InjectedWallet | undefined {
    const [wallet, ...others] = known.findByRdns(rdns)
    if (others.length === 0) return wallet
    memory.clear()
    return undefined
  }

  function releaseLease(): void {
    lease?.release()
    lease = undefined
    attached = undefined
  }

  function stopRestoring(): void {
    restoration?.abort()
    restoration = undefined
  }

  /** Drops the connection without disconnecting the wallet, because the user did not disconnect. */
  function forget(): void {
    restored = undefined
    releaseLease()
    current = undefined
    wagmi = undefined
    notify()
  }

  return {
    current: () => current,
    isRestoring: () => restoration !== undefined,
    async listOptions() {
      const known = await discovered()
      if (known.list().length === 0) await sleep(ANNOUNCEMENT_MS)
      const hosted = config.connectors.map(({ id, name, icon }) => ({
        id: HOSTED + id,
        name: toWalletName(name) || id,
        icon: imageDataUri(icon),
      }))
      return toOptions([...known.list(), ...hosted])
    },
    async connect(optionId) {
      stopRestoring()
      const hosted = findHosted(optionId)
      if (hosted) return attachHosted(hosted)
      const known = await discovered()
      const wallet = known.find(optionId)
      if (!wallet) throw new SluiceError('WALLET_NOT_FOUND', { details: `no wallet "${optionId}"` })
      await attach(wallet, { prompts: true })
      restored = undefined
      // Two wallets of one domain cannot be distinguished after a reload, so the user has to choose
      // again.
      if (known.findByRdns(wallet.rdns).length === 1) memory.write(wallet.rdns)
      else memory.clear()
    },
    async disconnect() {
      stopRestoring()
      memory.clear()
      restored = undefined
      attached = undefined
      if (!current) return
      const { disconnect } = await import('./wagmi.ts')
      await disconnect(current)
      releaseLease()
    },
    resume,
    start(onChange) {
      notify = onChange
      const remembered = memory.read()
      if (remembered !== undefined && !toConnection(current)) {
        const started = new AbortController()
        restoration = started
        void restore(remembered, started.signal).finally(() => {
          if (restoration === started) restoration = undefined
          notify()
        })
      }
      return () => {
        stopRestoring()
        notify = () => {}
        forget()
        discovery?.then(
          ({ destroy }) => destroy(),
          () => {},
        )
        discovery = undefined
      }
    },
  }
}
