import type { Connector } from 'wagmi'
import { SluiceError } from '../errors/sluice-error.ts'
import type { WatchedAsset } from './types.ts'

interface Requester {
  request(args: { method: string; params: unknown }): Promise<unknown>
}

/**
 * Requests that the wallet lists a token (EIP-747). Rejects with the wallet's error, or with
 * `USER_REJECTED` if it reports that the token was not added.
 */
export async function watchAsset(
  connector: Connector,
  { address, symbol, decimals }: WatchedAsset,
): Promise<void> {
  const provider = (await connector.getProvider()) as Requester | undefined
  if (!provider) throw new SluiceError('WALLET_NOT_FOUND')
  const added = await provider.request({
    method: 'wallet_watchAsset',
    // Wallets reject symbols of more than eleven characters. Without one they read it from the
    // contract.
    params: { type: 'ERC20', options: { address, decimals, ...(symbol.length <= 11 && { symbol }) } },
  })
  if (added !== true) throw new SluiceError('USER_REJECTED', { details: `answered ${String(added)}` })
}
