import type { Config as WagmiConfig } from 'wagmi'
import type { ResolvedConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { sleep } from '../lib/sleep.ts'
import type { LeasedProvider } from './leased-provider.ts'
import { discoverWallets, type InjectedWallet, type WalletDiscovery } from './wallet-discovery.ts'
import { createWalletMemory } from './wallet-memory.ts'
import { toConnection, toOptions, type WalletSource } from './wallet-source.ts'

/** Wallets announce themselves at once when asked; a slow extension gets a moment. */
const ANNOUNCEMENT_MS = 300
/** A wallet that does not say whether we are still allowed is taken for one that says no. */
const RESTORE_TIMEOUT_MS = 5_000

/**
 * Wallets of this page on a wagmi config of our own, which stores nothing: all that is remembered is which wallet
 * the person chose, under our own key. wagmi is loaded at the first connection.
 */
export function ownWalletSource(config: ResolvedConfig): WalletSource {
  const memory = createWalletMemory(config.integrator)
  let discovery: WalletDiscovery | undefined
  let wagmi: Promise<WagmiConfig> | undefined
  let current: WagmiConfig | undefined
  let lease: LeasedProvider | undefined
  let restoring = false
  /** The domain of the wallet whose connection was taken up without asking. */
  let restored: string | undefined
  let notify = () => {}

  function load(): Promise<WagmiConfig> {
    if (wagmi) return wagmi
    const loading = import('./wagmi.ts').then(({ createOwnConfig }) => {
      const made = createOwnConfig(config.chains)
      // Stopped meanwhile: then this one is nobody's.
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

  function discovered(): WalletDiscovery {
    discovery ??= discoverWallets()
    return discovery
  }

  async function attach(wallet: InjectedWallet, { asks }: { asks: boolean }): Promise<void> {
    const made = await load()
    const { connect, disconnect, injected, leaseProvider } = await import('./wagmi.ts')
    if (toConnection(made)?.connector.id === wallet.id) return
    const taken = leaseProvider(wallet.provider)
    const target = { id: wallet.id, name: wallet.name, provider: taken.provider as never }
    try {
      const previous = toConnection(made)
      // Without the shim an account that is already allowed is given without asking again.
      await connect(made, { connector: injected({ target, shimDisconnect: asks }) })
      if (previous) await disconnect(made, { connector: previous.connector })
      lease?.release()
      lease = current === made ? taken : undefined
      if (!lease) taken.release()
    } catch (error) {
      taken.release()
      throw error
    }
  }

  /** Takes up the connection with the wallet of a domain, while there is no doubt which one that is. */
  async function restore(rdns: string, isWanted: () => boolean): Promise<void> {
    try {
      if (discovered().findByRdns(rdns).length === 0) await sleep(ANNOUNCEMENT_MS)
      if (!isWanted()) return
      const wallet = getOnlyWallet(rdns)
      if (!wallet) return
      restored = rdns
      discovered().subscribe(() => {
        if (restored === rdns && !getOnlyWallet(rdns)) forget()
      })
      const accounts = await Promise.race([
        wallet.provider.request({ method: 'eth_accounts' }),
        sleep(RESTORE_TIMEOUT_MS),
      ])
      if (!Array.isArray(accounts) || accounts.length === 0 || !isWanted()) return
      if (restored === rdns) await attach(wallet, { asks: false })
    } catch {
      // Then the person connects again.
    }
  }

  /** Undefined too where several announce the domain: an impostor could be first. */
  function getOnlyWallet(rdns: string): InjectedWallet | undefined {
    const [wallet, ...others] = discovered().findByRdns(rdns)
    if (others.length === 0) return wallet
    memory.clear()
    return undefined
  }

  /** Lets the connection go without telling the wallet: the person did not disconnect. */
  function forget(): void {
    restored = undefined
    lease?.release()
    lease = undefined
    current = undefined
    wagmi = undefined
    notify()
  }

  return {
    current: () => current,
    isRestoring: () => restoring,
    async listOptions() {
      const known = discovered()
      if (known.list().length === 0) await sleep(ANNOUNCEMENT_MS)
      return toOptions(known.list())
    },
    async connect(optionId) {
      const wallet = discovered().find(optionId)
      if (!wallet) throw new SluiceError('WALLET_NOT_FOUND', { details: `no wallet "${optionId}"` })
      await attach(wallet, { asks: true })
      restored = undefined
      // Which of two of the same domain it was cannot be told after a reload: then the person chooses again.
      if (discovered().findByRdns(wallet.rdns).length === 1) memory.write(wallet.rdns)
      else memory.clear()
    },
    async disconnect() {
      memory.clear()
      restored = undefined
      if (!current) return
      const { disconnect } = await import('./wagmi.ts')
      await disconnect(current)
      lease?.release()
      lease = undefined
    },
    start(onChange) {
      let isStarted = true
      notify = onChange
      const remembered = memory.read()
      if (remembered !== undefined && !toConnection(current)) {
        restoring = true
        void restore(remembered, () => isStarted).finally(() => {
          restoring = false
          notify()
        })
      }
      return () => {
        isStarted = false
        notify = () => {}
        forget()
        discovery?.destroy()
        discovery = undefined
      }
    },
  }
}
