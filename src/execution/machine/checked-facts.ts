import type { CheckedFact, VerifiedQuote } from './types.ts'

/** Returns the facts of a verified call that were compared with what the user agreed to. */
export function getCheckedFacts({
  minOutputAmount,
  measuresReceiver,
  simulation,
  gasCostWei,
}: Pick<VerifiedQuote, 'minOutputAmount' | 'measuresReceiver' | 'simulation' | 'gasCostWei'>): CheckedFact[] {
  const isRead = minOutputAmount !== undefined && measuresReceiver
  return [
    'contract',
    ...(minOutputAmount !== undefined ? (['minimum'] as const) : []),
    ...(isRead || simulation ? (['receiver'] as const) : []),
    ...(gasCostWei !== undefined ? (['cost'] as const) : []),
  ]
}
