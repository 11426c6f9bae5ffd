import type { Connector } from 'wagmi'
import type { ResolvedChain } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'

interface Requester {
  request(args: { method: string; params: unknown[] }): Promise<unknown>
}

/**
 * Asks the wallet to switch to a chain, and to add it when the wallet does not know it. Calls the provider directly: a
 * host's wagmi config need not list every chain of the widget.
 * Rejects with the wallet's error, or with `CHAIN_SWITCH_UNSUPPORTED` if the wallet supports neither.
 */
export async function switchWalletChain(connector: Connector, chain: ResolvedChain): Promise<void> {
  const provider = (await connector.getProvider()) as Requester | undefined
  if (!provider) throw new SluiceError('WALLET_NOT_FOUND')
  try {
    await switchOrAdd(provider, connector, chain)
  } catch (error) {
    if (!UNSUPPORTED.some((code) => hasCode(error, code))) throw error
    throw new SluiceError('CHAIN_SWITCH_UNSUPPORTED', { cause: error })
  }
}

const UNKNOWN_CHAIN = 4902
/** Method not supported (EIP-1193), method not found (JSON-RPC), chain still unknown. */
const UNSUPPORTED = [4200, -32_601, UNKNOWN_CHAIN]

async function switchOrAdd(provider: Requester, connector: Connector, chain: ResolvedChain): Promise<void> {
  const chainId = toHex(chain.id)
  const switchThere = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await switchThere()
  } catch (error) {
    if (!hasCode(error, UNKNOWN_CHAIN)) throw error
    await addChain(provider, chain, chain.rpcUrls)
    // Some wallets add the chain without switching to it.
    if ((await connector.getChainId()) !== chain.id) await switchThere()
  }
}

/**
 * Asks the wallet to use an RPC for a chain (EIP-3085). Wallets that know the chain differ in what they do then: some refuse, some use
 * it, some keep it beside their own. Rejects with the wallet's error.
 */
export async function addWalletRpc(connector: Connector, chain: ResolvedChain, url: string): Promise<void> {
  const provider = (await connector.getProvider()) as Requester | undefined
  if (!provider) throw new SluiceError('WALLET_NOT_FOUND')
  await addChain(provider, chain, [url])
}

async function addChain(
  provider: Requester,
  { id, label, nativeCurrency, explorerUrl }: ResolvedChain,
  rpcUrls: readonly string[],
): Promise<void> {
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: toHex(id),
        chainName: label,
        nativeCurrency,
        rpcUrls,
        ...(explorerUrl !== undefined && { blockExplorerUrls: [explorerUrl] }),
      },
    ],
  })
}

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

/** Whether an error has this code. Some mobile wallets nest the original error in `data`. */
function hasCode(error: unknown, code: number): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === code) return true
  const data = 'data' in error && typeof error.data === 'object' ? error.data : undefined
  return Boolean(data && 'originalError' in data && hasCode(data.originalError, code))
}
