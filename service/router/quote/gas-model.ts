import { gasCost } from '../../chain/gas-cost.ts'
import type { Block } from '../../chain/types.ts'
import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/** Transaction, lock, pull, fees and payment: the gas of a trade besides its route. Fitted to simulations. */
const SETTLEMENT_GAS = 90_000
const NATIVE_INPUT_GAS = 5_000
const NATIVE_OUTPUT_GAS = 10_000

/** The first permit of an account for a token; later ones take 14,000 less. */
const PERMIT_GAS = 32_000

/** Estimated gas of the whole transaction, used without a simulation. */
export function routeGas(
  trade: Pick<TradeRequest, 'isNativeInput' | 'isNativeOutput' | 'isPermit2'>,
  route: FoundRoute,
): number {
  const native = (trade.isNativeInput ? NATIVE_INPUT_GAS : 0) + (trade.isNativeOutput ? NATIVE_OUTPUT_GAS : 0)
  return SETTLEMENT_GAS + native + permitGas(trade) + route.gas
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
