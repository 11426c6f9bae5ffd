import type { Connector, Config as WagmiConfig } from 'wagmi'
import { plainText } from '../lib/plain-text.ts'
import type { WalletOption } from './types.ts'

const MAX_NAME_LENGTH = 40

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

type ListedWallet = Omit<WalletOption, 'announcers'> & { rdns?: string }

/** The wallets as a person chooses among them, each that could be taken for another marked. */
export function toOptions(wallets: readonly ListedWallet[]): WalletOption[] {
  return wallets.map(({ id, name, icon, rdns }) => {
    const isAlike = (other: ListedWallet) =>
      other.name.toLowerCase() === name.toLowerCase() || (rdns !== undefined && other.rdns === rdns)
    const announcers = wallets.filter(isAlike).length
    return { id, name, icon, ...(announcers > 1 && { announcers }) }
  })
}

/** A wallet names itself: anything may stand there. */
export function toWalletName(name: string): string {
  return plainText(name, MAX_NAME_LENGTH)
}

/** The connection a config holds now. */
export function toConnection(
  config: WagmiConfig | undefined,
): { accounts: readonly `0x${string}`[]; chainId: number; connector: Connector } | undefined {
  if (!config) return undefined
  const { connections, current } = config.state
  return current === null ? undefined : connections.get(current)
}
