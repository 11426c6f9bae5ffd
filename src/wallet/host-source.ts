import type { Config as WagmiConfig } from 'wagmi'
import { SluiceError } from '../errors/sluice-error.ts'
import { imageDataUri } from '../lib/image-data-uri.ts'
import { toConnection, toOptions, toWalletName, type WalletSource } from './wallet-source.ts'

/** The host's own wagmi config. It is only read; connecting and disconnecting need a user action. */
export function hostWalletSource(config: WagmiConfig): WalletSource {
  return {
    current: () => config,
    isRestoring: () => false,
    async listOptions() {
      return toOptions(
        withoutGeneric(config.connectors).map(({ id, name, icon }) => ({
          id,
          name: toWalletName(name) || id,
          icon: imageDataUri(icon),
        })),
      )
    },
    async connect(optionId) {
      if (toConnection(config)?.connector.id === optionId) return
      const connector = config.connectors.find(({ id }) => id === optionId)
      if (!connector) throw new SluiceError('WALLET_NOT_FOUND', { details: `no connector "${optionId}"` })
      const { connect } = await import('./wagmi.ts')
      await connect(config, { connector })
    },
    async disconnect() {
      const { disconnect } = await import('./wagmi.ts')
      await disconnect(config)
    },
    start(onChange) {
      return config.subscribe((state) => state, onChange)
    },
  }
}

/** Without the connector of `window.ethereum`, which is one of the announced wallets where there are any. */
function withoutGeneric(connectors: WagmiConfig['connectors']): WagmiConfig['connectors'] {
  const isAnnounced = connectors.some(({ type, id }) => type === 'injected' && id.includes('.'))
  return isAnnounced ? connectors.filter(({ id }) => id !== 'injected') : connectors
}
