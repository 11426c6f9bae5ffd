import { sameAddress } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import { mostInput } from '../../lib/purchase.ts'
import { UNUSUAL_GAS_FACTOR } from '../../lib/thresholds.ts'
import type { ApprovalPlan, ReconfirmReason, Run, SwapIntent, Terms, VerifiedQuote } from './types.ts'

type AskedRun = Pick<Run, 'terms' | 'intent' | 'permitRefused' | 'batchRefused'>

/**
 * The terms the user accepts by confirming this swap. The minimum of a sale and the maximum of a
 * purchase are computed from the user's own slippage.
 */
export function getTerms(
  intent: Pick<SwapIntent, 'inputAmount' | 'outputAmount' | 'outputToken' | 'price' | 'slippageBps'>,
  toleranceBps: number,
): Terms {
  const { inputAmount, outputToken, price, slippageBps } = intent
  const outputAmount = intent.outputAmount ?? BigInt(price.effectiveOutputAmount)
  return {
    inputAmount,
    maxInputAmount: mostInput(intent),
    outputAmount,
    minOutputAmount: intent.outputAmount ?? minimumOutput(outputAmount, slippageBps),
    // A fee in another token was not shown as a part of the output.
    settlementFee: sameAddress(price.feeToken, outputToken.address) ? BigInt(price.settlementFee ?? '0') : 0n,
    toleranceBps,
    gasLimit: undefined,
    acceptsUnchecked: false,
    acceptsNoMinimum: false,
    acceptsApproval: false,
    unlimitedApproval: false,
    pausesBeforeSigning: false,
  }
}

/** The terms the user accepts with a changed quote: the amounts shown with it. */
export function acceptedTerms({ terms: before, intent, ...run }: AskedRun, verified: VerifiedQuote): Terms {
  const { slippageBps } = intent
  return {
    inputAmount: verified.inputAmount,
    maxInputAmount: verified.maxInputAmount,
    outputAmount: verified.outputAmount,
    minOutputAmount: verified.minOutputAmount ?? minimumOutput(verified.outputAmount, slippageBps),
    settlementFee: BigInt(verified.quote.settlementFee ?? '0'),
    toleranceBps: before.toleranceBps,
    gasLimit: isUnusualGas(before, verified) ? verified.gas.limit : before.gasLimit,
    acceptsUnchecked: before.acceptsUnchecked || isUnchecked(verified),
    acceptsNoMinimum: before.acceptsNoMinimum || verified.minOutputAmount === undefined,
    acceptsApproval: before.acceptsApproval || isApprovalInstead(run, verified),
    unlimitedApproval: before.unlimitedApproval,
    pausesBeforeSigning: before.pausesBeforeSigning,
  }
}

/** The reasons to show this quote again before it is signed; empty when it matches the terms. */
export function reasonsToAsk(
  { terms, ...run }: Omit<AskedRun, 'intent'>,
  verified: VerifiedQuote,
): ReconfirmReason[] {
  const { inputAmount, outputAmount } = verified
  const rounded = {
    inputAmount: inputAmount - getRounding(inputAmount),
    outputAmount: outputAmount + getRounding(outputAmount),
  }
  return [
    ...(isWorse(terms, rounded) ? (['worse-price'] as const) : []),
    ...(isUnusualGas(terms, verified) ? (['unusual-gas'] as const) : []),
    ...(isUnchecked(verified) && !terms.acceptsUnchecked ? (['unchecked'] as const) : []),
    ...(isWithoutMinimum(verified) && !terms.acceptsNoMinimum ? (['no-minimum'] as const) : []),
    ...(isApprovalInstead(run, verified) && !terms.acceptsApproval ? (['approval-instead'] as const) : []),
    ...(terms.pausesBeforeSigning ? (['pause'] as const) : []),
  ]
}

/**
 * True if these amounts must be shown and accepted first: the output is below the tolerance or the
 * agreed minimum, or the input is above the tolerance or the agreed maximum.
 */
export function isWorse(
  terms: Terms,
  { inputAmount, outputAmount }: { inputAmount: bigint; outputAmount: bigint },
): boolean {
  const { toleranceBps } = terms
  const least = (terms.outputAmount * BigInt(10_000 - toleranceBps)) / 10_000n
  const most = (terms.inputAmount * BigInt(10_000 + toleranceBps)) / 10_000n
  const isLess = outputAmount < least || outputAmount < terms.minOutputAmount
  return isLess || inputAmount > most || inputAmount > terms.maxInputAmount
}

/**
 * True if the minimum and the maximum in the calldata of a quote are at least as good as agreed. The
 * minimum of a foreign router cannot be read, so its simulated output has to reach the agreed one.
 */
export function keepsTerms(
  terms: Terms,
  { maxInputAmount, minOutputAmount, outputAmount }: VerifiedQuote,
): boolean {
  if (maxInputAmount > terms.maxInputAmount) return false
  if (minOutputAmount !== undefined) return minOutputAmount >= terms.minOutputAmount
  return outputAmount + getRounding(outputAmount) >= terms.minOutputAmount
}

function isUnusualGas({ gasLimit }: Terms, { gas }: VerifiedQuote): boolean {
  if (gasLimit !== undefined && gas.limit <= gasLimit) return false
  return gas.limit > gas.expected * UNUSUAL_GAS_FACTOR
}

/**
 * True if an approval transaction is needed because the wallet or the chain rejected the permit or
 * batch.
 */
function isApprovalInstead(
  run: Pick<Run, 'permitRefused' | 'batchRefused'>,
  verified: VerifiedQuote,
): boolean {
  const { approvals, isPermitRefused } = verified
  if (!approvals || getApprovalKind(approvals, run) !== 'approval') return false
  return run.permitRefused !== undefined || run.batchRefused === true || isPermitRefused === true
}

/** The kind of wallet request for these approvals. */
export function getApprovalKind(
  { isBatched, permit }: ApprovalPlan,
  { permitRefused, batchRefused }: Pick<Run, 'permitRefused' | 'batchRefused'>,
): 'batch' | 'permit' | 'approval' {
  if (isBatched && !batchRefused) return 'batch'
  return permit && !permitRefused ? 'permit' : 'approval'
}

/** True if neither the contract nor a simulation measures the received amount. */
function isUnchecked({ minOutputAmount, measuresReceiver, simulation }: VerifiedQuote): boolean {
  return simulation === undefined && (minOutputAmount === undefined || !measuresReceiver)
}

/**
 * True if the calldata has no codec: a simulation shows the output, but no contract enforces it.
 */
function isWithoutMinimum({ minOutputAmount, simulation }: VerifiedQuote): boolean {
  return minOutputAmount === undefined && simulation !== undefined
}

/** Below this amount one base unit is more than 0.01 % and does not count as rounding. */
const MIN_AMOUNT = 10_000n

/**
 * The base units by which a balance may differ from the expected one. Balances of interest-bearing
 * tokens are rounded shares, so 1; 0 for small amounts, of which one base unit is a relevant share.
 */
export function getRounding(amount: bigint): bigint {
  return amount >= MIN_AMOUNT ? 1n : 0n
}
