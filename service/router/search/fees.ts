import { applyBps, maxBigInt, minimumOutput } from '../../../src/lib/amount.ts'
import { noSolution } from '../../lib/service-error.ts'
import { NO_SURPLUS_SHARED, shareSurplus } from './surplus.ts'

/** 0.2 cent: the least a trade pays (router, section 1). */
export const SETTLEMENT_FLOOR_MICRO_USD = 2_000n
/** What the contract takes at least, and the most it takes at the service's word. */
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

/** How the gross output is shared, in base units of the output token; the same numbers as on chain. */
export interface Fees {
  partnerFee: bigint
  /** What the contract will take. */
  settlementFee: bigint
  /** What the call carries. */
  settlementFeeAsked: bigint
  /** After both fees. */
  net: bigint
  /** What the receiver gets: less than `net` when surplus is shared. */
  effective: bigint
  /** What the receiver gets at least. */
  minimum: bigint
  /** Net output above which surplus is shared. */
  surplusThreshold: bigint
}

/**
 * Shares the output of a sale. `benchmark` is the net output above which surplus is shared; without one nothing is.
 * Throws when the trade is too small to pay for itself.
 */
export function splitOutput(gross: bigint, terms: FeeTerms, benchmark?: bigint): Fees {
  const taken = takeFees(gross, terms)
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

/** Shares the output of a purchase: the receiver gets exactly what he asked for, the fees come on top. */
export function splitPurchase(gross: bigint, terms: FeeTerms): Fees {
  const taken = takeFees(gross, terms)
  const { net } = taken
  return { ...taken, effective: net, minimum: net, surplusThreshold: NO_SURPLUS_SHARED }
}

/** The smallest gross output of which `net` is left after fees. */
export function grossFor(net: bigint, terms: FeeTerms): bigint {
  const partnerBps = BigInt(terms.partnerFeeBps)
  const settlementBps = BigInt(Math.max(terms.settlementFeeBps, CONTRACT_MIN_BPS))
  const byShare = ((net - 2n) * BPS) / (BPS - partnerBps - settlementBps)
  const byFloor = ((net + (terms.floor ?? 0n) - 1n) * BPS) / (BPS - partnerBps)
  let gross = maxBigInt(maxBigInt(byShare, byFloor), net)
  // Both are at most a few units short: each of two fees loses less than a unit to rounding.
  while (gross - getPartnerFee(gross, terms) - getSettlementFee(gross, terms).settlementFee < net) gross += 1n
  return gross
}

function takeFees(gross: bigint, terms: FeeTerms) {
  if ((terms.floor ?? 0n) > applyBps(gross, CONTRACT_MAX_BPS)) throw noSolution()
  const settlement = getSettlementFee(gross, terms)
  const partnerFee = getPartnerFee(gross, terms)
  const net = gross - partnerFee - settlement.settlementFee
  if (net <= 0n) throw noSolution()
  return { ...settlement, partnerFee, net }
}

function getPartnerFee(gross: bigint, { partnerFeeBps }: FeeTerms): bigint {
  return applyBps(gross, partnerFeeBps)
}

function getSettlementFee(gross: bigint, { settlementFeeBps, floor = 0n }: FeeTerms) {
  const settlementFeeAsked = maxBigInt(applyBps(gross, settlementFeeBps), floor)
  const settlementFee = maxBigInt(applyBps(gross, CONTRACT_MIN_BPS), settlementFeeAsked)
  return { settlementFee, settlementFeeAsked }
}
