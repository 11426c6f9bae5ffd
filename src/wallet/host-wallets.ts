import type { Config as WagmiConfig } from 'wagmi'
import { connect } from 'wagmi/actions'
import { SluiceError } from '../errors/sluice-error.ts'
import { imageDataUri } from '../lib/image-data-uri.ts'
import type { WalletOption } from './types.ts'
import { toOptions } from './wallet-options.ts'
import { toConnection, toWalletName } from './wallet-source.ts'

/** The wallets of a host's wagmi config as options. */
export function listHostWallets(config: WagmiConfig): WalletOption[] {
  return toOptions(
    withoutGeneric(config.connectors).map(({ id, name, icon }) => ({
      id,
      name: toWalletName(name) || id,
      icon: imageDataUri(icon),
    })),
  )
}

/** Connects the host's wagmi config to one of its wallets, unless it is already connected to it. */
export async function connectHostWallet(config: WagmiConfig, optionId: string): Promise<void> {
  if (toConnection(config)?.connector.id === optionId) return
  const connector = config.connectors.find(({ id }) => id === optionId)
  if (!connector) throw new SluiceError('WALLET_NOT_FOUND', { details: `no connector "${optionId}"` })
  await connect(config, { connector })
}

/**
 * Omits the connector of `window.ethereum` if wallets announce themselves, because it is one of
 * them.
 */
function withoutGeneric(connectors: WagmiConfig['connectors']): WagmiConfig['connectors'] {
  const isAnnounced = connectors.some(({ type, id }) => type === 'injected' && id.includes('.'))
  return isAnnounced ? connectors.filter(({ id }) => id !== 'injected') : connectors
}
