import type { Connector, Config as WagmiConfig } from 'wagmi'
import type { WalletOption } from '../execution/ports.ts'

/** Where an instance's wallets come from: the host's wagmi config, or our own. */
export interface WalletSource {
  /** The config in use; undefined until it is needed. */
  current(): WagmiConfig | undefined
  /** The person was connected here before, and that is being looked at. */
  isRestoring(): boolean
  listOptions(): Promise<WalletOption[]>
  /** Asks the person. Rejects with what the wallet or wagmi throws. */
  connect(optionId: string): Promise<void>
  disconnect(): Promise<void>
  /** `onChange` is called whenever anything above may have changed. Returns the function that stops it. */
  start(onChange: () => void): () => void
}

/** The connection a config holds now. */
export function connectionOf(
  config: WagmiConfig | undefined,
): { accounts: readonly `0x${string}`[]; chainId: number; connector: Connector } | undefined {
  if (!config) return undefined
  const { connections, current } = config.state
  return current === null ? undefined : connections.get(current)
}
