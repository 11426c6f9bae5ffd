import { findCheapestPath } from '../paths/find-cheapest-path.ts'
import { findBestPath, type RouteQuery } from '../paths/find-path.ts'
import type { TradeOrder } from '../request/trade-request.ts'

/**
 * Gas at the rate of the trade itself, for a trade whose counted token (the output of a sale, the input of a purchase) has no
 * price while its other token has one. The rate is that of the best single path whatever its gas: a pool with which nobody
 * would trade cannot shift it. Undefined: there is no path.
 */
export function withGasOfTrade(query: RouteQuery, order: TradeOrder): RouteQuery | undefined {
  const free = { ...query, gasCost: () => 0n, stepDataGas: 0 }
  const path =
    order.type === 'SELL'
      ? findBestPath({ ...free, amountIn: order.amountIn })
      : findCheapestPath({ ...free, amountOut: order.amountOut })
  if (!path) return undefined
  const paid = { token: query.tokenIn, amount: path.amountIn }
  const received = { token: query.tokenOut, amount: path.amountOut }
  const [counted, priced] = order.type === 'SELL' ? [received, paid] : [paid, received]
  return {
    ...query,
    gasCost: (token, gas) =>
      token === counted.token
        ? (query.gasCost(priced.token, gas) * counted.amount) / priced.amount
        : query.gasCost(token, gas),
  }
}
