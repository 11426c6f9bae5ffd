import type { Connector } from 'wagmi'
import type { HostProvider } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { batchStatus, canBatch, readSoon, sendBatch } from './batch.ts'
import { getPageProvider } from './prompt-slot.ts'
import { signTypedData } from './sign-typed-data.ts'
import type { WalletRequests } from './types.ts'
import type { WalletSource } from './wallet-source.ts'

/** The batches that each wallet of this page accepted, by the page's provider. */
const taken = new WeakMap<object, Set<string>>()

/** The requests that only a swap makes. They reject with the wallet's own errors. */
export function createRequests(connector: Connector, source: Pick<WalletSource, 'current'>): WalletRequests {
  const getProvider = async () => (await connector.getProvider()) as HostProvider
  return {
    canBatch: async (query) => canBatch(await getProvider(), query),
    async isContract(account) {
      const code = await readSoon(await getProvider(), 'eth_getCode', [account, 'latest'])
      return typeof code === 'string' && code.length > 2
    },
    async sendBatch(batch) {
      const provider = await getProvider()
      const batchId = await sendBatch(provider, batch)
      if (batchId === undefined) return undefined
      const key = getPageProvider(provider)
      taken.set(key, (taken.get(key) ?? new Set()).add(batchId))
      return { batchId, batchWallet: connector.id }
    },
    async batchStatus({ batchId, batchWallet }) {
      if (connector.id !== batchWallet) {
        throw new SluiceError('WALLET_NOT_FOUND', { details: `the batch was sent with ${batchWallet}` })
      }
      const provider = await getProvider()
      const answer = await batchStatus(provider, batchId)
      const isOwn = taken.get(getPageProvider(provider))?.has(batchId)
      // A connector id does not identify a wallet: another wallet returns `failed` for an unknown
      // batch.
      return answer.status === 'failed' && !isOwn ? { status: 'unknown' } : answer
    },
    async signTypedData(request) {
      const config = source.current()
      if (!config) throw new SluiceError('WALLET_NOT_FOUND')
      return signTypedData(config, connector, request)
    },
  }
}
