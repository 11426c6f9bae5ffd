import type { Config as WagmiConfig } from 'wagmi'
import { sleep } from '../../wire/lib/sleep.ts'
import type { HostProvider, ResolvedConfig } from '../config/types.ts'
import { parseUrl } from '../lib/parse-url.ts'
import { type LeasedProvider, leaseProvider } from './leased-provider.ts'
import { RESTORE_TIMEOUT_MS, toConnection, type WalletSource } from './wallet-source.ts'
import { readAccounts } from './wallet-values.ts'

/**
 * The provider that a host passes. Its permitted account is followed without a prompt; only
 * `connect` opens one. Disconnecting ends our connection and keeps the host's own.
 */
export function providerSource(config: ResolvedConfig, provider: HostProvider): WalletSource {
  let current: WagmiConfig | undefined
  let lease: LeasedProvider | undefined
  let attaching: Promise<void> | undefined
  let restoring = false
  /** Counts connections and disconnections, so that late results are dropped. */
  let run = 0
  /** True after the user disconnected: only `connect` connects again. */
  let hasLeft = false
  let notify = () => {}
  const wallet = { id: 'host', name: getHostName(), provider }

  function forget(): void {
    run += 1
    lease?.release()
    lease = undefined
    current = undefined
    attaching = undefined
  }

  function attach(): Promise<void> {
    if (toConnection(current)) return Promise.resolve()
    if (attaching) return attaching
    const started = connectNow().finally(() => {
      if (attaching === started) attaching = undefined
    })
    attaching = started
    return started
  }

  async function connectNow(): Promise<void> {
    forget()
    const mine = run
    const { connectProvider, createOwnConfig } = await import('./wagmi.ts')
    const made = createOwnConfig(config.chains)
    const leased = await connectProvider(made, wallet, { prompts: false })
    if (mine !== run) return leased.release()
    current = made
    lease = leased
    made.subscribe(
      (state) => state,
      () => notify(),
    )
    notify()
  }

  async function follow(): Promise<void> {
    const mine = run
    try {
      const accounts = readAccounts(await provider.request({ method: 'eth_accounts' }))
      if (mine !== run) return
      if (accounts && accounts.length > 0) await attach()
    } catch {
      // The user has to connect.
    }
  }

  return {
    current: () => current,
    isRestoring: () => restoring,
    listOptions: async () => [{ id: wallet.id, name: wallet.name, icon: undefined }],
    connect() {
      hasLeft = false
      return attach()
    },
    async disconnect() {
      hasLeft = true
      forget()
    },
    async resume() {
      if (!hasLeft) await follow()
    },
    start(onChange) {
      notify = onChange
      restoring = true
      // A later response still connects, unless the user did in between.
      void Promise.race([follow(), sleep(RESTORE_TIMEOUT_MS)]).finally(() => {
        restoring = false
        notify()
      })
      const listening = leaseProvider(provider)
      listening.provider.on('accountsChanged', (accounts: readonly unknown[]) => {
        if (!hasLeft && accounts.length > 0) void follow()
      })
      listening.provider.on('connect', () => {
        if (!hasLeft) void follow()
      })
      return () => {
        listening.release()
        notify = () => {}
        forget()
      }
    },
  }
}

/** Returns the host name of the page that owns this wallet, also within a cross-origin frame. */
function getHostName(): string {
  // Repeats `getPageAround`, which is in a chunk that loads later. Servers have no document.
  const root = globalThis.Document && Reflect.get(Document.prototype, 'documentElement', document)
  const page = parseUrl((root as HTMLElement | null)?.dataset.sluicePage ?? '') ?? globalThis.location
  return page?.hostname ?? 'host'
}
