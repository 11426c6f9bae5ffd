import type { Call } from '../../chain/types.ts'
import type { SwapRequest } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { type Hex, sameAddress } from '../../lib/address.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { StateOf, SwapIntent, VerifiedQuote } from '../machine/types.ts'
import { askHost } from './ask-host.ts'
import type { Effect, EffectContext } from './types.ts'

export interface SendOptions {
  /** Units of gas. */
  gas: bigint
  /** Asks the host first. Rejects to send nothing. */
  ask?: () => Promise<void>
  /** Milliseconds since the epoch: after this the verified call has expired. Default never. */
  freshUntil?: number
}

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * Lets the host refuse, checks the wallet's chain and account again, then asks the wallet to sign and send. Nothing is
 * requested if either differs, if the call has expired by then, or if the stage has been left.
 */
export async function sendCall(
  { to, data, value }: Call,
  { gas, ask, freshUntil = Number.POSITIVE_INFINITY }: SendOptions,
  { chainId, account: from }: Pick<SwapIntent, 'chainId' | 'account'>,
  { wallet, signal, now }: Pick<EffectContext, 'wallet' | 'signal' | 'now'>,
): Promise<Hex> {
  await ask?.()
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
  const ask = () => askHost('onBeforeSwap', toSwapRequest(intent, verified), context)
  return {
    type: 'sent',
    hash: await sendCall(verified, { gas: gas.limit, freshUntil, ask }, intent, context),
  }
}

function toSwapRequest(intent: SwapIntent, verified: VerifiedQuote): SwapRequest {
  const { id: routeId, chainId, account, receiver, inputToken, outputToken } = intent
  const { minOutputAmount } = verified
  return {
    routeId,
    chainId,
    account,
    receiver,
    inputToken,
    outputToken,
    inputAmount: verified.inputAmount.toString(),
    maxInputAmount: verified.maxInputAmount.toString(),
    outputAmount: verified.outputAmount.toString(),
    ...(minOutputAmount !== undefined && { minOutputAmount: minOutputAmount.toString() }),
    router: verified.to,
    value: verified.value.toString(),
  }
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
