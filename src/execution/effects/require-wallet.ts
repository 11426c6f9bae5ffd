import { SluiceError } from '../../errors/sluice-error.ts'
import { sameAddress } from '../../lib/address.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { SwapIntent } from '../machine/types.ts'

/**
 * Asks the wallet itself, just before a signature, whether it is still on the intent's chain and account.
 * Rejects with `CHAIN_MISMATCH` or `ACCOUNT_CHANGED`; then nothing may be requested.
 */
export async function requireWallet(
  wallet: WalletPort,
  intent: Pick<SwapIntent, 'chainId' | 'account'>,
): Promise<void> {
  const [chainId, account] = await Promise.all([wallet.readChainId(), wallet.readAccount()])
  if (chainId !== intent.chainId) {
    throw new SluiceError('CHAIN_MISMATCH', {
      details: `expected ${intent.chainId}, wallet is on ${chainId}`,
    })
  }
  if (!account || !sameAddress(account, intent.account)) {
    throw new SluiceError('ACCOUNT_CHANGED', { details: `expected ${intent.account}, wallet has ${account}` })
  }
}
