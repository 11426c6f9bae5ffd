/** How routers say that less would be received than the minimum, or more paid than the maximum. */
const LIMIT_REASONS =
  /^(InsufficientOutput|NegativeSlippageLimit)\b|slippage|min(imum)?[ _]?return|too[ _](little|much)|insufficient[ _]?output|excessive[ _]?input/i

/** The code of a reverted swap, by the decoded reason. */
export function revertCode(reason: string | undefined): 'SLIPPAGE_EXCEEDED' | 'TRANSACTION_REVERTED' {
  return reason && LIMIT_REASONS.test(reason) ? 'SLIPPAGE_EXCEEDED' : 'TRANSACTION_REVERTED'
}
