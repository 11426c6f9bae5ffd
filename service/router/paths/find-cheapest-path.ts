import { estimatePurchase, type Offer, quoteBest } from './best-offer.ts'
import type { RouteQuery } from './find-path.ts'
import { gasPriceIn } from './gas-price.ts'
import { type RouteStep, type SwapPath, sumGas, WHOLE_PORTION } from './route.ts'

export interface BuyQuery extends RouteQuery {
  /** Gross: before any fee. */
  amountOut: bigint
}

interface Required {
  token: string
  amount: bigint
  /** Minus the amount and its gas. */
  net: bigint
  /** With that of the data. */
  gas: number
  steps: readonly RouteStep[]
}

const MAX_HOPS = 3

/**
 * The single path of at most three pools that buys an amount at the lowest cost, gas included; undefined when no path has
 * enough. The search runs backwards and keeps the lowest cost of each token.
 */
export function findCheapestPath(query: BuyQuery): SwapPath | undefined {
  const { tokenIn, tokenOut, amountOut } = query
  const via = query.via.filter((token) => token !== tokenIn && token !== tokenOut)
  let best: Required | undefined
  let frontier: Required[] = [{ token: tokenOut, amount: amountOut, net: -amountOut, gas: 0, steps: [] }]
  for (let hops = 1; hops <= MAX_HOPS; hops += 1) {
    const arrived = hopBack(query, frontier, tokenIn)
    if (arrived && !(best && best.net >= arrived.net)) best = arrived
    if (hops < MAX_HOPS) frontier = via.flatMap((token) => hopBack(query, frontier, token) ?? [])
  }
  if (!best) return undefined
  const { steps, amount } = best
  return { type: 'BUY', steps, amountIn: amount, amountOut, gas: sumGas(steps) }
}

/** The cheapest path from a token by one more pool. */
function hopBack(query: BuyQuery, frontier: readonly Required[], tokenIn: string): Required | undefined {
  return quoteBest(
    frontier.flatMap((to) => offersTo(query, to, tokenIn)),
    {
      gasPrice: gasPriceIn(query, tokenIn),
      estimate: estimatePurchase,
      quote: (offer) => take(query, offer, tokenIn),
    },
  )
}

type PathOffer = Offer & { to: Required }

function take(query: BuyQuery, { to, pool, zeroForOne }: PathOffer, tokenIn: string): Required | undefined {
  const swap = pool.exactOutput(zeroForOne, to.amount)
  if (!swap) return undefined
  const gas = to.gas + swap.gas + (query.stepDataGas ?? 0)
  const net = -swap.amountIn - query.gasCost(tokenIn, gas)
  const step: RouteStep = { pool, zeroForOne, tokenIn, tokenOut: to.token, portion: WHOLE_PORTION, swap }
  return { token: tokenIn, amount: swap.amountIn, net, gas, steps: [step, ...to.steps] }
}

function offersTo(query: BuyQuery, to: Required, tokenIn: string): PathOffer[] {
  if (to.token === tokenIn) return []
  return query.edges(tokenIn, to.token).flatMap(({ pool: known, zeroForOne }) => {
    // Pools of one contract share its balances.
    if (to.steps.some(({ pool: used }) => used.address === known.address)) return []
    const pool = query.standIn ? query.standIn(known) : known
    return [{ to, pool, zeroForOne, amount: to.amount, gas: to.gas + (query.stepDataGas ?? 0) }]
  })
}
