import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/** Transaction, lock, pull, fees and payment: what a trade costs whatever its route. Fitted to simulations. */
const SETTLEMENT_GAS = 90_000
const NATIVE_INPUT_GAS = 5_000
const NATIVE_OUTPUT_GAS = 10_000

/** Gas of the whole transaction, when nobody has simulated it. */
export function routeGas(
  trade: Pick<TradeRequest, 'isNativeInput' | 'isNativeOutput'>,
  route: FoundRoute,
): number {
  const native = (trade.isNativeInput ? NATIVE_INPUT_GAS : 0) + (trade.isNativeOutput ? NATIVE_OUTPUT_GAS : 0)
  return SETTLEMENT_GAS + native + route.gas
}
