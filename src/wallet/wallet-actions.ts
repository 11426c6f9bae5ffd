import type { Connector } from 'wagmi'
import { getChain } from '../config/get-chain.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { AskedPrompt, Prompts } from './prompts.ts'
import { sendRequest } from './send-request.ts'
import { addWalletRpc, switchWalletChain } from './switch-chain.ts'
import { syncConnection } from './sync-connection.ts'
import type { WalletActions } from './types.ts'
import { createRequests } from './wallet-requests.ts'
import { toAccount, type WalletSource } from './wallet-source.ts'
import { watchAsset } from './watch-asset.ts'

export interface WalletActionsOptions {
  /** The connector of the connection when the action was called. */
  wallet: Connector
  config: ResolvedConfig
  source: WalletSource
  follow: (wallet: Connector) => Promise<Prompts>
}

/**
 * The actions of a connected wallet. Loaded with the first action; rejects with the wallet's own
 * errors.
 */
export function createActions({ wallet, config, source, follow }: WalletActionsOptions): WalletActions {
  const requests = createRequests(wallet, source)

  /** Runs a request that the wallet shows to its user. */
  async function ask<Value>(
    { about, found }: Partial<AskedPrompt>,
    run: () => Promise<Value>,
  ): Promise<Value> {
    return (await follow(wallet)).ask(wallet, { about, found }, run)
  }

  return {
    switchChain: (chainId) =>
      ask({}, async () => {
        await switchWalletChain(wallet, getChain(config, chainId))
        syncConnection(source, wallet, { chainId })
      }),
    async readChainId() {
      const chainId = await wallet.getChainId()
      syncConnection(source, wallet, { chainId })
      return chainId
    },
    async readAccount() {
      const accounts = await wallet.getAccounts()
      syncConnection(source, wallet, { accounts })
      return toAccount(accounts)
    },
    addRpc: ({ chainId, url }) => ask({}, () => addWalletRpc(wallet, getChain(config, chainId), url)),
    watchAsset: (asset) => ask({}, () => watchAsset(wallet, asset)),
    sendTransaction: (request) =>
      ask(request, async () => {
        const used = source.current()
        if (!used) throw new SluiceError('WALLET_NOT_FOUND')
        return sendRequest(used, wallet, request)
      }),
    canBatch: (query) => requests.canBatch(query),
    isContract: (account) => requests.isContract(account),
    sendBatch: (batch) => ask(batch, () => requests.sendBatch(batch)),
    batchStatus: (batch) => requests.batchStatus(batch),
    signTypedData: (request) => ask(request, () => requests.signTypedData(request)),
  }
}
