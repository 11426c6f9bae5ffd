import { injected, type Config as WagmiConfig } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import { type LeasedProvider, leaseProvider } from './leased-provider.ts'
import type { InjectedWallet } from './wallet-discovery.ts'
import { toConnection } from './wallet-source.ts'

/**
 * Connects a provider and replaces the current connection. Resolves to its lease, which is released
 * on failure. `prompts: false` lets a wallet return a permitted account without a prompt.
 */
export async function connectProvider(
  config: WagmiConfig,
  { id, name, provider }: Pick<InjectedWallet, 'id' | 'name' | 'provider'>,
  { prompts }: { prompts: boolean },
): Promise<LeasedProvider> {
  const leased = leaseProvider(provider)
  try {
    const previous = toConnection(config)
    const target = { id, name, provider: leased.provider as never }
    await connect(config, { connector: injected({ target, shimDisconnect: prompts }) })
    if (previous) await disconnect(config, { connector: previous.connector })
    return leased
  } catch (error) {
    leased.release()
    throw error
  }
}
