import { maxBigInt } from './amount.ts'

/**
 * The least that a fee of `feeBps` of the gross output takes, where `outputAmount` is left of it. Base units of the output
 * token. The contract rounds its fee down, and what else it takes only makes the gross output larger: its fee is never less.
 */
export function leastPartnerFee(outputAmount: bigint, feeBps = 0): bigint {
  return outputAmount > 0n ? ((outputAmount - 1n) * BigInt(feeBps)) / BigInt(10_000 - feeBps) : 0n
}

/** The settlement takes at least this share of the gross output, whatever a call asks for. */
const MIN_SETTLEMENT_FEE_BPS = 3

/** The least that the settlement takes for itself, where `outputAmount` is left. Both fees are rounded down. */
export function leastSettlementFee(outputAmount: bigint, partnerFeeBps = 0): bigint {
  if (outputAmount < 2n) return 0n
  const netBps = BigInt(10_000 - partnerFeeBps - MIN_SETTLEMENT_FEE_BPS)
  return ((outputAmount - 2n) * BigInt(MIN_SETTLEMENT_FEE_BPS)) / netBps
}

/** The partner fee of a price whose fees are taken from the output: as the price says, at least what the host asks for. */
export function pricedPartnerFee(
  { partnerFee, effectiveOutputAmount }: { partnerFee: string; effectiveOutputAmount: string },
  feeBps: number | undefined,
): bigint {
  return maxBigInt(BigInt(partnerFee), leastPartnerFee(BigInt(effectiveOutputAmount), feeBps))
}
