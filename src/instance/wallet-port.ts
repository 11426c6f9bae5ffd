import type { Config as WagmiConfig } from 'wagmi'
import type { ResolvedConfig } from '../config/types.ts'
import type { WalletPort } from '../execution/ports.ts'

export interface OwnedWalletPort extends WalletPort {
  /** Follows the wallet from now on; loads the wallet code. Safe to call twice. */
  start(): void
  /** Stops following. `start` may be called again. */
  destroy(): void
}

/** The wallet of one instance: on the host's wagmi config where there is one, else on our own. */
export function createWalletPort(_options: {
  config: ResolvedConfig
  wagmiConfig?: WagmiConfig
}): OwnedWalletPort {
  throw new Error('not built yet')
}
