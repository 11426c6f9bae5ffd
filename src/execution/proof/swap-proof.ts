import * as v from 'valibot'
import { object } from '../../../wire/own-object.ts'
import { addressSchema, amountSchema, hexSchema } from '../../../wire/primitives.ts'
import type { SwapIntent, SwapOutcome, VerifiedQuote } from '../machine/types.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const hashSchema = v.pipe(hexSchema, v.length(66))

/** A proof holds only what a node can confirm. Amounts are base units as decimal strings. */
export const swapProofSchema = object({
  version: v.literal(1),
  chainId: countSchema,
  /** The terms that the user confirmed. */
  terms: object({
    account: addressSchema,
    receiver: addressSchema,
    inputToken: addressSchema,
    outputToken: addressSchema,
    /** The most that the swap could take. */
    maximumInput: amountSchema,
    /** The least that the swap could deliver. */
    minimumOutput: amountSchema,
    partner: v.optional(addressSchema),
    /** Unix seconds by the chain's clock. */
    deadline: v.optional(countSchema),
  }),
  /** The call that the wallet signed. `value` is wei. */
  call: object({ to: addressSchema, data: hexSchema, value: amountSchema }),
  transaction: object({ hash: hashSchema, blockNumber: amountSchema }),
  outcome: object({
    paid: v.optional(amountSchema),
    received: v.optional(amountSchema),
    gasUsed: amountSchema,
    /** Wei per unit of gas. */
    gasPrice: amountSchema,
  }),
})

/**
 * The terms, the signed call, the transaction and the outcome of a completed swap, as "Copy proof"
 * on the receipt gives them. Amounts are decimal strings of base units.
 * @example
 * const received = (proof: SwapProof) => proof.outcome.received
 */
export type SwapProof = v.InferOutput<typeof swapProofSchema>

/** Returns the proof of a completed swap. Undefined if no contract enforced its minimum. */
export function toSwapProof(
  { chainId, account, receiver, inputToken, outputToken, partner }: SwapIntent,
  { verified, outcome }: { verified: VerifiedQuote; outcome: SwapOutcome },
): SwapProof | undefined {
  const { to, data, value, maxInputAmount, minOutputAmount, chainDeadline, approvals } = verified
  const { receipt, paid, received } = outcome
  // The transaction of a batch belongs to the wallet's contract.
  if (minOutputAmount === undefined || approvals) return undefined
  return {
    version: 1,
    chainId,
    terms: {
      account,
      receiver,
      inputToken: inputToken.address,
      outputToken: outputToken.address,
      maximumInput: maxInputAmount.toString(),
      minimumOutput: minOutputAmount.toString(),
      ...(partner && { partner: partner.address }),
      ...(chainDeadline !== undefined && { deadline: chainDeadline }),
    },
    call: { to, data, value: value.toString() },
    transaction: { hash: receipt.hash, blockNumber: receipt.blockNumber.toString() },
    outcome: {
      ...(paid !== undefined && { paid: paid.toString() }),
      ...(received !== undefined && { received: received.toString() }),
      gasUsed: receipt.gasUsed.toString(),
      gasPrice: receipt.effectiveGasPrice.toString(),
    },
  }
}
