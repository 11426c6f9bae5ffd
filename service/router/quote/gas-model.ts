import type { Block } from '../../chain/blocks/block.ts'
import { gasCost } from '../../chain/blocks/gas-cost.ts'
import { WRAPPED_NATIVE_MODULE } from '../../modules/core/source-config.ts'
import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/**
 * The gas of a trade besides its route: transaction, lock, pull, fees and payment. Measured by `gas-estimates.test.ts`, for a
 * receiver who holds nothing of the output yet: one who does takes 14,000 to 17,000 less.
 */
const SETTLEMENT_GAS = 95_000
/** The gas of a trade that wraps or unwraps the native coin, as a whole. */
const WRAPPING_GAS = 82_000
/** What a partner's fee adds. The first one in a token takes 17,000 more. */
const PARTNER_GAS = 8_000
/** What giving back the rest adds to a purchase with the native coin. */
const NATIVE_CHANGE_GAS = 31_000

/** The first permit of an account for a token; later ones take 14,000 less. */
const PERMIT_GAS = 32_000

/** Estimated gas of the whole transaction, used without a simulation. */
export function routeGas(
  trade: Pick<TradeRequest, 'isNativeInput' | 'isPermit2' | 'order' | 'partnerFeeBps'>,
  { steps, gas }: Pick<FoundRoute, 'steps' | 'gas'>,
): number {
  const partner = trade.partnerFeeBps > 0 ? PARTNER_GAS : 0
  if (steps[0]?.pool.module === WRAPPED_NATIVE_MODULE) return WRAPPING_GAS + partner + permitGas(trade)
  const change = trade.isNativeInput && trade.order.type === 'BUY' ? NATIVE_CHANGE_GAS : 0
  return SETTLEMENT_GAS + change + partner + permitGas(trade) + gas
}

/** What the permit takes that the client adds to the transaction, and a simulation does not have. */
export function permitGas(trade: Pick<TradeRequest, 'isNativeInput' | 'isPermit2'>): number {
  return trade.isPermit2 && !trade.isNativeInput ? PERMIT_GAS : 0
}

/** In wei, with the fees for data and of the operator where the chain takes them; undefined while they are unknown. */
export function transactionCost(block: Block, gas: number, steps: number): bigint | undefined {
  const { l1Fee } = block
  if (l1Fee === null) return undefined
  return gasCost(block, gas) + (l1Fee ? l1Fee.base + l1Fee.perStep * BigInt(steps) : 0n)
}
