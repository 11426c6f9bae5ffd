import { findCheapestPath } from '../paths/find-cheapest-path.ts'
import { findBestPath, type RouteQuery } from '../paths/find-path.ts'
import type { TradeOrder } from '../request/trade-request.ts'

/**
 * Returns a query with gas priced by the trade's own rate, for a trade whose counted token (the
 * output of a sale, the input of a purchase) has no price. Uses the nearest priced token on the
 * best single path without gas, because an expensive pool cannot shift that path. Returns undefined
 * without such a path or token.
 */
export function withGasOfTrade(
  query: RouteQuery,
  order: TradeOrder,
  hasPrice: (token: string) => boolean,
): RouteQuery | undefined {
  const free = { ...query, gasCost: () => 0n, stepDataGas: 0 }
  const path =
    order.type === 'SELL'
      ? findBestPath({ ...free, amountIn: order.amountIn })
      : findCheapestPath({ ...free, amountOut: order.amountOut })
  if (!path) return undefined
  // The amounts held along the path, from the input to the output.
  const held = [
    { token: query.tokenIn, amount: path.amountIn },
    ...path.steps.map(({ tokenOut, swap }) => ({ token: tokenOut, amount: swap.amountOut })),
  ]
  const [counted, ...others] = order.type === 'SELL' ? held.toReversed() : held
  const priced = others.find(({ token }) => hasPrice(token))
  if (!counted || !priced || priced.amount === 0n) return undefined
  return {
    ...query,
    gasCost: (token, gas) =>
      token === counted.token
        ? (query.gasCost(priced.token, gas) * counted.amount) / priced.amount
        : query.gasCost(token, gas),
  }
}
