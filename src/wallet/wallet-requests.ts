import type { Connector } from 'wagmi'
import { signTypedData } from 'wagmi/actions'
import type { HostProvider } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { batchStatus, canBatch, sendBatch } from './batch.ts'
import type { WalletRequests } from './types.ts'
import type { WalletSource } from './wallet-source.ts'

/** The requests that only a swap makes. They reject with the wallet's own errors. */
export function createRequests(connector: Connector, source: Pick<WalletSource, 'current'>): WalletRequests {
  const getProvider = async () => (await connector.getProvider()) as HostProvider
  return {
    canBatch: async (query) => canBatch(await getProvider(), query),
    async sendBatch(batch) {
      const batchId = await sendBatch(await getProvider(), batch)
      return batchId === undefined ? undefined : { batchId, batchWallet: connector.id }
    },
    async batchStatus({ batchId, batchWallet }) {
      if (connector.id === batchWallet) return batchStatus(await getProvider(), batchId)
      throw new SluiceError('WALLET_NOT_FOUND', { details: `the batch was given to ${batchWallet}` })
    },
    async signTypedData({ from, about: _, ...request }) {
      const config = source.current()
      if (!config) throw new SluiceError('WALLET_NOT_FOUND')
      return signTypedData(config, { account: from, connector, ...request })
    },
  }
}
