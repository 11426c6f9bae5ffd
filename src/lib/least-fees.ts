import { maxBigInt } from '../../wire/lib/amount.ts'

/**
 * The lowest fee of `feeBps` of the gross output that leaves `outputAmount`, in base units of the
 * output token. The contract rounds its fee down, and its other fees only increase the gross
 * output, so the real fee is never lower.
 */
export function leastPartnerFee(outputAmount: bigint, feeBps = 0): bigint {
  return outputAmount > 0n ? ((outputAmount - 1n) * BigInt(feeBps)) / BigInt(10_000 - feeBps) : 0n
}

/** The settlement takes at least this share of the gross output, whatever the calldata requests. */
const MIN_SETTLEMENT_FEE_BPS = 3

/** The lowest settlement fee that leaves `outputAmount`. Both fees are rounded down. */
export function leastSettlementFee(outputAmount: bigint, partnerFeeBps = 0): bigint {
  if (outputAmount < 2n) return 0n
  const netBps = BigInt(10_000 - partnerFeeBps - MIN_SETTLEMENT_FEE_BPS)
  return ((outputAmount - 2n) * BigInt(MIN_SETTLEMENT_FEE_BPS)) / netBps
}

/**
 * The partner fee of a price whose fees are taken from the output: the fee of the price, but at
 * least the lowest possible fee at the host's rate.
 */
export function pricedPartnerFee(
  { partnerFee, effectiveOutputAmount }: { partnerFee: string; effectiveOutputAmount: string },
  feeBps: number | undefined,
): bigint {
  return maxBigInt(BigInt(partnerFee), leastPartnerFee(BigInt(effectiveOutputAmount), feeBps))
}
