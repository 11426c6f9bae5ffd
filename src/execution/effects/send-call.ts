import { SluiceError } from '../../errors/sluice-error.ts'
import type { Hex } from '../../lib/address.ts'
import type { TrialCall } from '../ports.ts'
import type { SwapIntent } from '../types.ts'
import { requireWallet } from './require-wallet.ts'
import type { EffectContext } from './types.ts'

/** Room above the estimate: pools do more work in a later block than in the one that was estimated. */
const GAS_MARGIN_PERCENT = 130n

/**
 * Estimates, checks the wallet's chain and account once more, and asks it to sign and send.
 * Nothing is requested when anything differs, or when the stage has been left meanwhile.
 */
export async function sendCall(call: TrialCall, intent: SwapIntent, context: EffectContext): Promise<Hex> {
  const { chainId, account } = intent
  const { to, data, value } = call
  const estimate = await context.chain.estimateGas({ chainId, from: account, to, data, value })
  await requireWallet(context.wallet, intent)
  context.signal.throwIfAborted()
  const gas = (estimate * GAS_MARGIN_PERCENT) / 100n
  const hash = await context.wallet.sendTransaction({ chainId, from: account, to, data, value, gas })
  if (typeof hash === 'string' && hash.startsWith('0x')) return hash
  throw new SluiceError('WALLET_ERROR', { details: `the wallet returned ${String(hash)} for a transaction` })
}
