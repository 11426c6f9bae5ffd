import type { Connector, Config as WagmiConfig } from 'wagmi'
import { type Address, readAddress } from '../../wire/lib/address.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import type { WalletOption } from './types.ts'

const MAX_NAME_LENGTH = 40
/**
 * The name of a wallet known only from `window.ethereum`, as in wagmi. Shown as `wallet.injected`.
 */
export const INJECTED_NAME = 'Injected'
/** A wallet that does not return its permitted accounts in time counts as not permitted. */
export const RESTORE_TIMEOUT_MS = 5_000

/** The source of an instance's wallets: the host's wagmi config, or our own. */
export interface WalletSource {
  /** The wagmi config in use; undefined until the first connection. */
  current(): WagmiConfig | undefined
  /** True while an earlier connection is being restored. */
  isRestoring(): boolean
  listOptions(): Promise<WalletOption[]>
  /** Connects, which prompts the user. Rejects with the error of the wallet or wagmi. */
  connect(optionId: string): Promise<void>
  disconnect(): Promise<void>
  /** Connects again without a prompt after the wallet was unlocked. */
  resume?(): Promise<void>
  /**
   * Calls `onChange` whenever any of the above may have changed. Returns the unsubscribe function.
   */
  start(onChange: () => void): () => void
}

/** The sanitized name of a wallet. */
export function toWalletName(name: string): string {
  return plainText(name, MAX_NAME_LENGTH)
}

/** The current connection of a config. */
export function toConnection(
  config: WagmiConfig | undefined,
): { accounts: readonly `0x${string}`[]; chainId: number; connector: Connector } | undefined {
  if (!config) return undefined
  const { connections, current } = config.state
  return current === null ? undefined : connections.get(current)
}

/**
 * Returns the first account of a connection, or undefined without a readable one, because a
 * connector of the host may report any value.
 */
export function toAccount(accounts: unknown): Address | undefined {
  const [first] = [accounts].flat(2)
  const address = typeof first === 'string' ? readAddress(first) : undefined
  // viem rejects an address in upper case, because its checksum is wrong.
  return address && /[a-f]/.test(address) ? address : (address?.toLowerCase() as Address | undefined)
}
