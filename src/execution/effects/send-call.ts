import type { Call } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { type Hex, sameAddress } from '../../lib/address.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { StateOf, SwapIntent } from '../machine/types.ts'
import type { Effect, EffectContext } from './types.ts'

export interface SendOptions {
  /** Units of gas. */
  gas: bigint
  /** Milliseconds since the epoch: after this the verified call has expired. Default never. */
  freshUntil?: number
}

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * Checks the wallet's chain and account again, then asks the wallet to sign and send. Nothing is requested if either
 * differs, if the call has expired, or if the stage has been left.
 */
export async function sendCall(
  { to, data, value }: Call,
  { gas, freshUntil = Number.POSITIVE_INFINITY }: SendOptions,
  { chainId, account: from }: Pick<SwapIntent, 'chainId' | 'account'>,
  { wallet, signal, now }: Pick<EffectContext, 'wallet' | 'signal' | 'now'>,
): Promise<Hex> {
  await requireWallet(wallet, { chainId, account: from })
  signal.throwIfAborted()
  if (now() > freshUntil) throw new SluiceError('QUOTE_EXPIRED', { details: 'the wallet took too long' })
  const hash: unknown = await wallet.sendTransaction({ chainId, from, to, data, value, gas })
  if (typeof hash === 'string' && TRANSACTION_HASH.test(hash)) return hash as Hex
  throw new SluiceError('WALLET_ERROR', {
    details: `the wallet returned ${String(hash).slice(0, 80)} instead of a transaction hash`,
  })
}

/** Asks the wallet to sign and send exactly the call that was verified. */
export const signSwap: Effect<StateOf<'signing'>> = async ({ intent, verified }, context) => {
  const { gas, freshUntil } = verified
  return { type: 'sent', hash: await sendCall(verified, { gas: gas.limit, freshUntil }, intent, context) }
}

/**
 * Reads chain and account from the wallet itself, immediately before a signature is requested.
 * Rejects with `CHAIN_MISMATCH` or `ACCOUNT_CHANGED` if they are not those of the intent.
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
