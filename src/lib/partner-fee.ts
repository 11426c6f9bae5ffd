import { maxBigInt } from './amount.ts'

/**
 * The least that a fee of `feeBps` of the gross output takes, where `outputAmount` is left of it. Base units of the output
 * token. The contract rounds its fee down, and what else it takes only makes the gross output larger: its fee is never less.
 */
export function leastPartnerFee(outputAmount: bigint, feeBps = 0): bigint {
  return outputAmount > 0n ? ((outputAmount - 1n) * BigInt(feeBps)) / BigInt(10_000 - feeBps) : 0n
}

/** The partner fee of a price whose fees are taken from the output: as the price says, at least what the host asks for. */
export function pricedPartnerFee(
  { partnerFee, effectiveOutputAmount }: { partnerFee: string; effectiveOutputAmount: string },
  feeBps: number | undefined,
): bigint {
  return maxBigInt(BigInt(partnerFee), leastPartnerFee(BigInt(effectiveOutputAmount), feeBps))
}
