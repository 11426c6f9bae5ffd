import { minimumOutput } from '../lib/minimum-output.ts'
import type { PriceResult } from '../wire/router.ts'
import { roundingOf } from './rounding.ts'
import type { Terms, VerifiedQuote } from './types.ts'

/** What a person agrees to by confirming this price: the minimum is ours, from their own slippage. */
export function termsOf(
  price: PriceResult,
  { slippageBps, toleranceBps }: { slippageBps: number; toleranceBps: number },
): Terms {
  const outputAmount = BigInt(price.effectiveOutputAmount)
  return {
    outputAmount,
    minOutputAmount: minimumOutput(outputAmount, slippageBps),
    settlementFee: BigInt(price.settlementFee ?? '0'),
    toleranceBps,
  }
}

/** What a person agrees to by accepting a quote that is worse than `before`: the figures it was shown with. */
export function acceptedTerms(before: Terms, verified: VerifiedQuote, slippageBps: number): Terms {
  return {
    outputAmount: verified.outputAmount,
    minOutputAmount: verified.minOutputAmount ?? minimumOutput(verified.outputAmount, slippageBps),
    settlementFee: BigInt(verified.quote.settlementFee ?? '0'),
    toleranceBps: before.toleranceBps,
  }
}

/** Whether so little output must be shown and accepted first: below the tolerance, or below the agreed minimum. */
export function isWorse(terms: Terms, outputAmount: bigint): boolean {
  const tolerated = (terms.outputAmount * BigInt(10_000 - terms.toleranceBps)) / 10_000n
  return outputAmount < tolerated || outputAmount < terms.minOutputAmount
}

/**
 * Whether signing this quote keeps what was agreed: the minimum in its calldata is at least the agreed one. A
 * foreign router's minimum cannot be read; then what the simulation measured has to reach it.
 */
export function keepsTerms(terms: Terms, { minOutputAmount, outputAmount }: VerifiedQuote): boolean {
  if (minOutputAmount !== undefined) return minOutputAmount >= terms.minOutputAmount
  return outputAmount + roundingOf(outputAmount) >= terms.minOutputAmount
}
