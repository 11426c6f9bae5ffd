import type { ResolvedConfig } from '../config/types.ts'
import { checkSpeedUp } from '../execution/effects/check-speed-up.ts'
import {
  type ReplaceContext,
  type Replacement,
  type ReplacementKind,
  replaceTransaction,
} from '../execution/effects/replace-transaction.ts'
import { type ReplacementOffer, toRepeated, verifyOffer } from './replacement-offer.ts'

interface ReplaceOfferedContext extends Pick<ReplaceContext, 'wallet' | 'chain' | 'signal' | 'reportError'> {
  config: { getState(): ResolvedConfig }
  onSent: (hash: Replacement['hash']) => void
}

/**
 * Verifies an offer again and sends exactly the shown replacement to the wallet. Returns `changed`,
 * without a wallet prompt, if the swap may no longer be sped up. Rejects with a `SluiceError`.
 */
export async function replaceOffered(
  offer: ReplacementOffer,
  kind: ReplacementKind,
  { config, ...context }: ReplaceOfferedContext,
): Promise<Replacement | 'changed'> {
  const { entry, transaction, shown } = offer
  const canSpeedUp = await verifyOffer(entry, { chain: context.chain, config: config.getState() })
  if (kind === 'speed-up' && !canSpeedUp) return 'changed'
  const repeated = toRepeated(entry, transaction)
  const speedUp = checkSpeedUp(repeated, { config: config.getState, signal: context.signal })
  return replaceTransaction(transaction, kind, { ...context, shown, speedUp })
}
