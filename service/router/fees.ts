import { bpsOf } from '../../src/lib/amount.ts'
import { minimumOutput } from '../../src/lib/minimum-output.ts'
import { noSolution } from '../service-error.ts'

/** 0.2 cent: the least a trade pays (router, section 1). */
export const SETTLEMENT_FLOOR_MICRO_USD = 2_000n
/** What the contract takes at least, and the most it takes at the service's word. */
const CONTRACT_LEAST_BPS = 3
const CONTRACT_MOST_BPS = 1_000

export interface FeeTerms {
  settlementFeeBps: number
  /** Base units of the output worth the floor; undefined when the output has no price. */
  floor: bigint | undefined
  partnerFeeBps: number
  slippageBps: number
}

/** How the gross output is shared, in base units of the output token; the same numbers as on chain. */
export interface Fees {
  partnerFee: bigint
  /** What the contract will take. */
  settlementFee: bigint
  /** What the call carries. */
  settlementFeeAsked: bigint
  /** What the receiver gets. */
  net: bigint
  /** What the receiver gets at least. */
  minimum: bigint
}

/** Throws when the trade is too small to pay for itself. */
export function splitOutput(gross: bigint, terms: FeeTerms): Fees {
  const floor = terms.floor ?? 0n
  if (floor > bpsOf(gross, CONTRACT_MOST_BPS)) throw noSolution()
  const asked = larger(bpsOf(gross, terms.settlementFeeBps), floor)
  const settlementFee = larger(bpsOf(gross, CONTRACT_LEAST_BPS), asked)
  const partnerFee = bpsOf(gross, terms.partnerFeeBps)
  const net = gross - partnerFee - settlementFee
  if (net <= 0n) throw noSolution()
  return {
    partnerFee,
    settlementFee,
    settlementFeeAsked: asked,
    net,
    minimum: minimumOutput(net, terms.slippageBps),
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
