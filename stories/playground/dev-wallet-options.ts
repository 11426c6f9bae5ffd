import type { Manifest } from '../../devnet/plan/manifest.ts'
import type { DevWalletOptions } from '../../src/testing/dev-wallet.ts'

/**
 * Returns the options of the dev wallet on the local chains, with the first account and network.
 */
export function devWalletOptions({ chains, accounts }: Manifest): DevWalletOptions {
  return {
    rpcUrls: Object.fromEntries(chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    accounts: accounts.slice(0, 1).map(({ address }) => address),
    chainId: chains[0]?.id ?? 1,
  }
}
