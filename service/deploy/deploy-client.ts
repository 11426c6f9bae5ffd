import {
  type Account,
  type Address,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  publicActions,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { UndeployedChain } from '../config/types.ts'

/** The payer: a key, or an account that the node signs for. */
export type Payer = { key: Hex } | { unlocked: Address }

export type DeployClient = ReturnType<typeof createDeployClient>

const TIMEOUT_MS = 20_000

/** Reads and sends through one node. */
export function createDeployClient(chain: UndeployedChain, url: string, payer?: Payer) {
  const { id, name, nativeCurrency } = chain
  const client: WalletClient = createWalletClient({
    account: payer && getAccount(payer),
    chain: defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }),
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 2 }),
    ccipRead: false,
    cacheTime: 0,
  })
  return client.extend(publicActions)
}

function getAccount(payer: Payer): Account | Address {
  return 'key' in payer ? privateKeyToAccount(payer.key) : payer.unlocked
}
