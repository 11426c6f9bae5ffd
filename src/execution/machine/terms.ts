import { minimumOutput } from '../../lib/amount.ts'
import { UNUSUAL_GAS_FACTOR } from '../../lib/thresholds.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { ReconfirmReason, Terms, VerifiedQuote } from './types.ts'

/** What a person agrees to by confirming this price: the minimum is ours, from their own slippage. */
export function getTerms(
  price: PriceResult,
  { slippageBps, toleranceBps }: { slippageBps: number; toleranceBps: number },
): Terms {
  const outputAmount = BigInt(price.effectiveOutputAmount)
  return {
    outputAmount,
    minOutputAmount: minimumOutput(outputAmount, slippageBps),
    settlementFee: BigInt(price.settlementFee ?? '0'),
    toleranceBps,
    gasLimit: undefined,
    acceptsUnchecked: false,
  }
}

/** What a person agrees to by accepting a quote that is not what was agreed before: the figures it was shown with. */
export function acceptedTerms(before: Terms, verified: VerifiedQuote, slippageBps: number): Terms {
  return {
    outputAmount: verified.outputAmount,
    minOutputAmount: verified.minOutputAmount ?? minimumOutput(verified.outputAmount, slippageBps),
    settlementFee: BigInt(verified.quote.settlementFee ?? '0'),
    toleranceBps: before.toleranceBps,
    gasLimit: isUnusualGas(before, verified) ? verified.gas.limit : before.gasLimit,
    acceptsUnchecked: before.acceptsUnchecked || isUnchecked(verified),
  }
}

/** Why this quote must be shown and accepted before it is signed; empty when it keeps what was agreed. */
export function reasonsToAsk(terms: Terms, verified: VerifiedQuote): ReconfirmReason[] {
  const { outputAmount } = verified
  return [
    ...(isWorse(terms, outputAmount + getRounding(outputAmount)) ? (['worse-price'] as const) : []),
    ...(isUnusualGas(terms, verified) ? (['unusual-gas'] as const) : []),
    ...(isUnchecked(verified) && !terms.acceptsUnchecked ? (['unchecked'] as const) : []),
  ]
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
  return outputAmount + getRounding(outputAmount) >= terms.minOutputAmount
}

function isUnusualGas({ gasLimit }: Terms, { gas }: VerifiedQuote): boolean {
  if (gasLimit !== undefined && gas.limit <= gasLimit) return false
  return gas.limit > gas.expected * UNUSUAL_GAS_FACTOR
}

/** Neither the contract nor a trial run tells what reaches the receiver. */
function isUnchecked({ minOutputAmount, measuresReceiver, simulation }: VerifiedQuote): boolean {
  return simulation === undefined && (minOutputAmount === undefined || !measuresReceiver)
}

/** Where one base unit is more than a ten-thousandth of an amount, it is no rounding. */
const MIN_AMOUNT = 10_000n

/**
 * The base units a balance may miss, or lose besides, where it is a rounded share, as those of interest-bearing
 * tokens are: one, or none of an amount so small that one would be felt.
 */
export function getRounding(amount: bigint): bigint {
  return amount >= MIN_AMOUNT ? 1n : 0n
}
