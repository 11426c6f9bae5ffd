import type { SwapIntent } from '../machine/types.ts'

/** How routers say that less would be received than the minimum, or more paid than the maximum. */
const LIMIT_REASONS =
  /^(InsufficientOutput|NegativeSlippageLimit)\b|slippage|min(imum)?[ _]?return|too[ _](little|much)|insufficient[ _]?output|excessive[ _]?input/i

/** How our contract says that a purchase would cost more than it may: it runs out of its input, or what that is wrapped into. */
const SHORT_OF_TOKEN = /^TransferFailed\((0x[0-9a-f]{40})\)$/i

/** The code of a reverted swap, by the decoded reason. */
export function revertCode(
  reason: string | undefined,
  { outputAmount, outputToken }: Pick<SwapIntent, 'outputAmount' | 'outputToken'>,
): 'SLIPPAGE_EXCEEDED' | 'TRANSACTION_REVERTED' {
  const short = outputAmount === undefined ? undefined : reason?.match(SHORT_OF_TOKEN)?.[1]
  // Of the output, its receiver refuses it.
  const isShort = short !== undefined && short.toLowerCase() !== outputToken.address.toLowerCase()
  return isShort || (reason && LIMIT_REASONS.test(reason)) ? 'SLIPPAGE_EXCEEDED' : 'TRANSACTION_REVERTED'
}
