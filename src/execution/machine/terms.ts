import { minimumOutput } from '../../lib/amount.ts'
import { UNUSUAL_GAS_FACTOR } from '../../lib/thresholds.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { ReconfirmReason, Terms, VerifiedQuote } from './types.ts'

/** What the user agrees to by confirming this price. The minimum is computed from the user's own slippage. */
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

/** What the user agrees to by accepting a quote with other figures: the figures shown with it. */
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

/** Why this quote must be shown and accepted before it is signed; empty when it matches the terms. */
export function reasonsToAsk(terms: Terms, verified: VerifiedQuote): ReconfirmReason[] {
  const { outputAmount } = verified
  return [
    ...(isWorse(terms, outputAmount + getRounding(outputAmount)) ? (['worse-price'] as const) : []),
    ...(isUnusualGas(terms, verified) ? (['unusual-gas'] as const) : []),
    ...(isUnchecked(verified) && !terms.acceptsUnchecked ? (['unchecked'] as const) : []),
  ]
}

/** Whether this output must be shown and accepted first: it is below the tolerance or below the agreed minimum. */
export function isWorse(terms: Terms, outputAmount: bigint): boolean {
  const tolerated = (terms.outputAmount * BigInt(10_000 - terms.toleranceBps)) / 10_000n
  return outputAmount < tolerated || outputAmount < terms.minOutputAmount
}

/**
 * Whether the minimum in the calldata of a quote is at least the agreed one. A foreign router's minimum cannot be read:
 * then the simulated output has to reach the agreed one.
 */
export function keepsTerms(terms: Terms, { minOutputAmount, outputAmount }: VerifiedQuote): boolean {
  if (minOutputAmount !== undefined) return minOutputAmount >= terms.minOutputAmount
  return outputAmount + getRounding(outputAmount) >= terms.minOutputAmount
}

function isUnusualGas({ gasLimit }: Terms, { gas }: VerifiedQuote): boolean {
  if (gasLimit !== undefined && gas.limit <= gasLimit) return false
  return gas.limit > gas.expected * UNUSUAL_GAS_FACTOR
}

/** Whether neither the contract nor a simulation measures what the receiver gets. */
function isUnchecked({ minOutputAmount, measuresReceiver, simulation }: VerifiedQuote): boolean {
  return simulation === undefined && (minOutputAmount === undefined || !measuresReceiver)
}

/** Below this amount a base unit is more than 0.01 %, which does not count as rounding. */
const MIN_AMOUNT = 10_000n

/**
 * The base units by which a balance may differ from the expected one. Balances of interest-bearing tokens are rounded
 * shares, so one; 0 for amounts of which one base unit is a relevant share.
 */
export function getRounding(amount: bigint): bigint {
  return amount >= MIN_AMOUNT ? 1n : 0n
}
