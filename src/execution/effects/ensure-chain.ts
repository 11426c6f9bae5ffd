import type { StateOf } from '../machine/types.ts'
import type { Effect } from './types.ts'

/** Brings the wallet to the intent's chain, asking only when it is elsewhere. */
export const ensureChain: Effect<StateOf<'switching'>> = async ({ intent }, { wallet, signal }) => {
  const current = await wallet.readChainId()
  signal.throwIfAborted()
  if (current !== intent.chainId) await wallet.switchChain(intent.chainId)
  return { type: 'chain-ready' }
}
