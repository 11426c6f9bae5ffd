import type { Edge } from '../market/market.ts'
import { estimatePurchase, mostPaid, type Offers, quoteBest, unusedEdges } from './best-offer.ts'
import type { RouteQuery } from './find-path.ts'
import { gasPriceIn } from './gas-price.ts'
import { type RouteStep, type SwapPath, sumGas, WHOLE_PORTION } from './route.ts'

export interface BuyQuery extends RouteQuery {
  /** Gross amount, before any fee. */
  amountOut: bigint
}

interface Required {
  token: string
  amount: bigint
  /** Minus the amount and its gas. */
  net: bigint
  /** Includes the gas of the data. */
  gas: number
  steps: readonly RouteStep[]
}

const MAX_HOPS = 3

/**
 * Returns the cheapest path of at most three pools that buys an amount, gas included, or undefined
 * if no path has enough liquidity. Searches backwards and keeps the lowest cost for each token.
 */
export function findCheapestPath(query: BuyQuery): SwapPath | undefined {
  const { tokenIn, tokenOut, amountOut } = query
  const via = query.via.filter((token) => token !== tokenIn && token !== tokenOut)
  let best: Required | undefined
  let frontier: Required[] = [{ token: tokenOut, amount: amountOut, net: -amountOut, gas: 0, steps: [] }]
  for (let hops = 1; hops <= MAX_HOPS; hops += 1) {
    const arrived = hopBack(query, frontier, { tokenIn })
    if (arrived && !(best && best.net >= arrived.net)) best = arrived
    if (hops === MAX_HOPS) break
    // A curve's first unit is the cheapest, so before the last hop most tokens already cost too
    // much.
    const toBeat = best && hops === MAX_HOPS - 1 ? -Number(best.net) : undefined
    frontier = via.flatMap((token) => {
      const least = toBeat === undefined ? undefined : -mostPaid(query.edges(tokenIn, token), toBeat)
      return hopBack(query, frontier, { tokenIn: token, least }) ?? []
    })
  }
  if (!best) return undefined
  const { steps, amount } = best
  return { type: 'BUY', steps, amountIn: amount, amountOut, gas: sumGas(steps) }
}

interface Hop {
  tokenIn: string
  /** Minus the maximum useful cost. Default: no maximum. */
  least?: number | undefined
}

/** Returns the cheapest path from a token with one more pool. */
function hopBack(
  query: BuyQuery,
  frontier: readonly Required[],
  { tokenIn, least }: Hop,
): Required | undefined {
  const all = frontier.flatMap((to) => offersTo(query, to, tokenIn))
  if (all.length === 0) return undefined
  return quoteBest(all, {
    gasPrice: gasPriceIn(query, tokenIn),
    estimate: estimatePurchase,
    quote: (offers, edge) => take(query, { ...offers, edge, tokenIn }),
    least,
  })
}

type PathOffers = Offers & { to: Required }

function take(
  query: BuyQuery,
  { to, gas: after, edge: { pool, zeroForOne }, tokenIn }: PathOffers & { edge: Edge; tokenIn: string },
): Required | undefined {
  const swap = pool.exactOutput(zeroForOne, to.amount)
  if (!swap) return undefined
  const gas = after + swap.gas
  const net = -swap.amountIn - query.gasCost(tokenIn, gas)
  const step: RouteStep = { pool, zeroForOne, tokenIn, tokenOut: to.token, portion: WHOLE_PORTION, swap }
  return { token: tokenIn, amount: swap.amountIn, net, gas, steps: [step, ...to.steps] }
}

function offersTo(query: BuyQuery, to: Required, tokenIn: string): PathOffers[] {
  if (to.token === tokenIn) return []
  const edges = unusedEdges(query.edges(tokenIn, to.token), to.steps)
  if (edges.length === 0) return []
  return [{ to, edges, amount: to.amount, gas: to.gas + (query.stepDataGas ?? 0) }]
}
