import { applyBps, maxBigInt, minimumOutput } from '../../../src/lib/amount.ts'
import { NO_SURPLUS_SHARED, shareSurplus } from './surplus.ts'

/** 0.2 cent: the minimum fee of a trade (router, section 1). */
export const SETTLEMENT_FLOOR_MICRO_USD = 2_000n
/** The minimum fee the contract takes, and the maximum the service may ask for. */
const CONTRACT_MIN_BPS = 3
const CONTRACT_MAX_BPS = 1_000
const BPS = 10_000n

export interface FeeTerms {
  settlementFeeBps: number
  /** Base units of the output worth the floor; undefined when the output has no price. */
  floor: bigint | undefined
  partnerFeeBps: number
  slippageBps: number
  hasPartner: boolean
}

/** How the gross output is split, in base units of the output token; the same numbers as on chain. */
export interface Fees {
  partnerFee: bigint
  /** What the contract takes. */
  settlementFee: bigint
  /** The fee encoded in the call. */
  settlementFeeAsked: bigint
  /** After both fees. */
  net: bigint
  /** What the receiver gets; less than `net` when surplus is shared. */
  effective: bigint
  /** Minimum output of the receiver. */
  minimum: bigint
  /** Net output above which surplus is shared. */
  surplusThreshold: bigint
}

/**
 * Splits the output of a sale. Surplus is shared above `benchmark`, a net output; without one, none is shared.
 * Undefined when the trade is too small to pay its fees.
 */
export function splitOutput(gross: bigint, terms: FeeTerms, benchmark?: bigint): Fees | undefined {
  const taken = takeFees(gross, terms)
  if (!taken) return undefined
  const { net } = taken
  if (benchmark === undefined) {
    const minimum = minimumOutput(net, terms.slippageBps)
    return { ...taken, effective: net, minimum, surplusThreshold: NO_SURPLUS_SHARED }
  }
  return {
    ...taken,
    ...shareSurplus({ gross, net, threshold: benchmark }, terms),
    surplusThreshold: benchmark,
  }
}

/**
 * Splits the output of a purchase: the receiver gets the exact amount, the fees come on top. Undefined when the trade is
 * too small to pay its fees.
 */
export function splitPurchase(gross: bigint, terms: FeeTerms): Fees | undefined {
  const taken = takeFees(gross, terms)
  if (!taken) return undefined
  const { net } = taken
  return { ...taken, effective: net, minimum: net, surplusThreshold: NO_SURPLUS_SHARED }
}

/** The smallest gross output that leaves `net` after fees. */
export function grossFor(net: bigint, terms: FeeTerms): bigint {
  const partnerBps = BigInt(terms.partnerFeeBps)
  const settlementBps = BigInt(Math.max(terms.settlementFeeBps, CONTRACT_MIN_BPS))
  const byShare = ((net - 2n) * BPS) / (BPS - partnerBps - settlementBps)
  const byFloor = ((net + (terms.floor ?? 0n) - 1n) * BPS) / (BPS - partnerBps)
  let gross = maxBigInt(maxBigInt(byShare, byFloor), net)
  // Both are a few units short at most: each of the two fees loses less than a unit to rounding.
  while (gross - getPartnerFee(gross, terms) - getSettlementFee(gross, terms).settlementFee < net) gross += 1n
  return gross
}

function takeFees(gross: bigint, terms: FeeTerms) {
  if ((terms.floor ?? 0n) > applyBps(gross, CONTRACT_MAX_BPS)) return undefined
  const settlement = getSettlementFee(gross, terms)
  const partnerFee = getPartnerFee(gross, terms)
  const net = gross - partnerFee - settlement.settlementFee
  return net > 0n ? { ...settlement, partnerFee, net } : undefined
}

function getPartnerFee(gross: bigint, { partnerFeeBps }: FeeTerms): bigint {
  return applyBps(gross, partnerFeeBps)
}

function getSettlementFee(gross: bigint, { settlementFeeBps, floor = 0n }: FeeTerms) {
  const settlementFeeAsked = maxBigInt(applyBps(gross, settlementFeeBps), floor)
  const settlementFee = maxBigInt(applyBps(gross, CONTRACT_MIN_BPS), settlementFeeAsked)
  return { settlementFee, settlementFeeAsked }
}
