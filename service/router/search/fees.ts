import { applyBps, maxBigInt, minimumOutput } from '../../../wire/lib/amount.ts'
import { NO_SURPLUS_SHARED, shareSurplus } from './surplus.ts'

/** The minimum fee of a trade, 0.2 cent (router specification, section 1). */
export const SETTLEMENT_FLOOR_MICRO_USD = 2_000n
/** The minimum fee of the contract, and the maximum fee that the service requests. */
const CONTRACT_MIN_BPS = 3
const CONTRACT_MAX_BPS = 1_000
const BPS = 10_000n

export interface FeeParameters {
  settlementFeeBps: number
  /** The minimum fee in base units of the output. Undefined if the output has no price. */
  floor: bigint | undefined
  partnerFeeBps: number
  slippageBps: number
  hasPartner: boolean
}

/**
 * The parts of the gross output in base units of the output token, equal to the amounts on chain.
 */
export interface Fees {
  partnerFee: bigint
  /** The fee that the contract charges. */
  settlementFee: bigint
  /** The fee that the call requests. */
  requestedSettlementFee: bigint
  /** The output after both fees. */
  net: bigint
  /** The receiver's output, which is less than `net` if surplus is shared. */
  effective: bigint
  /** Minimum output of the receiver. */
  minimum: bigint
  /** The net output above which surplus is shared. */
  surplusThreshold: bigint
}

/**
 * Splits the output of a sale. Shares the surplus above `benchmark`, a net output. Without a
 * benchmark no surplus is shared. Returns undefined if the trade is too small to pay its fees.
 */
export function splitOutput(gross: bigint, parameters: FeeParameters, benchmark?: bigint): Fees | undefined {
  const taken = takeFees(gross, parameters)
  if (!taken) return undefined
  const { net } = taken
  if (benchmark === undefined) {
    const minimum = minimumOutput(net, parameters.slippageBps)
    return { ...taken, effective: net, minimum, surplusThreshold: NO_SURPLUS_SHARED }
  }
  return {
    ...taken,
    ...shareSurplus({ gross, net, threshold: benchmark }, parameters),
    surplusThreshold: benchmark,
  }
}

/**
 * Splits the output of a purchase: the receiver gets the exact amount, and fees are added to it.
 * Returns undefined if the trade is too small to pay its fees.
 */
export function splitPurchase(gross: bigint, parameters: FeeParameters): Fees | undefined {
  const taken = takeFees(gross, parameters)
  if (!taken) return undefined
  const { net } = taken
  return { ...taken, effective: net, minimum: net, surplusThreshold: NO_SURPLUS_SHARED }
}

/** Returns the smallest gross output that leaves `net` after fees. */
export function grossFor(net: bigint, parameters: FeeParameters): bigint {
  const partnerBps = BigInt(parameters.partnerFeeBps)
  const settlementBps = BigInt(Math.max(parameters.settlementFeeBps, CONTRACT_MIN_BPS))
  const byShare = ((net - 2n) * BPS) / (BPS - partnerBps - settlementBps)
  const byFloor = ((net + (parameters.floor ?? 0n) - 1n) * BPS) / (BPS - partnerBps)
  let gross = maxBigInt(maxBigInt(byShare, byFloor), net)
  // The estimates are at most a few units too low, because each fee loses less than a unit to
  // rounding.
  while (gross - getPartnerFee(gross, parameters) - getSettlementFee(gross, parameters).settlementFee < net)
    gross += 1n
  return gross
}

function takeFees(gross: bigint, parameters: FeeParameters) {
  if ((parameters.floor ?? 0n) > applyBps(gross, CONTRACT_MAX_BPS)) return undefined
  const settlement = getSettlementFee(gross, parameters)
  const partnerFee = getPartnerFee(gross, parameters)
  const net = gross - partnerFee - settlement.settlementFee
  return net > 0n ? { ...settlement, partnerFee, net } : undefined
}

function getPartnerFee(gross: bigint, { partnerFeeBps }: FeeParameters): bigint {
  return applyBps(gross, partnerFeeBps)
}

function getSettlementFee(gross: bigint, { settlementFeeBps, floor = 0n }: FeeParameters) {
  const requestedSettlementFee = maxBigInt(applyBps(gross, settlementFeeBps), floor)
  const settlementFee = maxBigInt(applyBps(gross, CONTRACT_MIN_BPS), requestedSettlementFee)
  return { settlementFee, requestedSettlementFee }
}
