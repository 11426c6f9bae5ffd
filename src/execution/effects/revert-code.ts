import type { SwapIntent } from '../machine/types.ts'

/** Revert reasons of routers for an output below the minimum or an input above the maximum. */
const LIMIT_REASONS =
  /^(InsufficientOutput|NegativeSlippageLimit)\b|slippage|min(imum)?[ _]?return|too[ _](little|much)|insufficient[ _]?output|excessive[ _]?input/i

/**
 * A purchase that exceeds its maximum reverts because the contract runs out of the input token or
 * its wrapped form.
 */
const SHORT_OF_TOKEN = /^TransferFailed\((0x[0-9a-f]{40})\)$/i

export function revertCode(
  reason: string | undefined,
  { outputAmount, outputToken }: Pick<SwapIntent, 'outputAmount' | 'outputToken'>,
): 'SLIPPAGE_EXCEEDED' | 'TRANSACTION_REVERTED' {
  const short = outputAmount === undefined ? undefined : reason?.match(SHORT_OF_TOKEN)?.[1]
  // A failed transfer of the output token means that its receiver rejects it.
  const isShort = short !== undefined && short.toLowerCase() !== outputToken.address.toLowerCase()
  return isShort || (reason && LIMIT_REASONS.test(reason)) ? 'SLIPPAGE_EXCEEDED' : 'TRANSACTION_REVERTED'
}
