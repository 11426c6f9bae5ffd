import { maxBigInt, maximumInput } from '../../wire/lib/amount.ts'

/** A trade of exact input (a sale), or of exact output (a purchase). Base units. */
export interface TradeAmounts {
  /** The amount a sale pays, or the expected payment of a purchase. */
  inputAmount: bigint
  /** The amount a purchase must deliver; undefined for a sale. */
  outputAmount?: bigint | undefined
}

/** The input that a price or quote of a purchase claims: the larger of its two fields. */
export function quotedInput({
  inputAmount,
  effectiveInputAmount,
}: {
  inputAmount: string
  effectiveInputAmount: string
}): bigint {
  return maxBigInt(BigInt(inputAmount), BigInt(effectiveInputAmount))
}

/**
 * The most that a trade may take from the account: the input of a sale, or the cost of a purchase
 * plus slippage.
 */
export function mostInput({
  inputAmount,
  outputAmount,
  slippageBps,
}: TradeAmounts & { slippageBps: number }): bigint {
  return outputAmount === undefined ? inputAmount : maximumInput(inputAmount, slippageBps)
}
