import type { Block } from '../../chain/blocks/block.ts'
import { gasCost } from '../../chain/blocks/gas-cost.ts'
import { WRAPPED_NATIVE_MODULE } from '../../modules/core/source-config.ts'
import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/**
 * Gas of a trade without its route: transaction, lock, transfer of the input, fees and payment, for
 * a receiver without a balance of the output. A receiver with a balance costs 14,000 to 17,000
 * less.
 */
const SETTLEMENT_GAS = 95_000
/** Total gas of a trade that wraps or unwraps the native coin. */
const WRAPPING_GAS = 82_000
/** Gas of a partner fee. The first one in a token costs 17,000 more. */
const PARTNER_GAS = 8_000
/** Gas of the refund after a purchase with the native coin. */
const NATIVE_CHANGE_GAS = 31_000

/** Gas of an account's first permit for a token. Later permits cost 14,000 less. */
const PERMIT_GAS = 32_000

/** Estimates the gas of the whole transaction without a simulation. */
export function routeGas(
  trade: Pick<TradeRequest, 'isNativeInput' | 'isPermit2' | 'order' | 'partnerFeeBps'>,
  { steps, gas }: Pick<FoundRoute, 'steps' | 'gas'>,
): number {
  const partner = trade.partnerFeeBps > 0 ? PARTNER_GAS : 0
  if (steps[0]?.pool.module === WRAPPED_NATIVE_MODULE) return WRAPPING_GAS + partner + permitGas(trade)
  const change = trade.isNativeInput && trade.order.type === 'BUY' ? NATIVE_CHANGE_GAS : 0
  return SETTLEMENT_GAS + change + partner + permitGas(trade) + gas
}

/** Returns the gas of the permit that the client adds, which a simulation does not include. */
export function permitGas(trade: Pick<TradeRequest, 'isNativeInput' | 'isPermit2'>): number {
  return trade.isPermit2 && !trade.isNativeInput ? PERMIT_GAS : 0
}

/**
 * Returns the cost in wei, including the data and operator fees of a rollup, or undefined while
 * these are unknown.
 */
export function transactionCost(block: Block, gas: number, steps: number): bigint | undefined {
  const { l1Fee } = block
  if (l1Fee === null) return undefined
  return gasCost(block, gas) + (l1Fee ? l1Fee.base + l1Fee.perStep * BigInt(steps) : 0n)
}
