import type { Pool } from '../../modules/core/pool.ts'
import type { Edge } from '../market/market.ts'
import type { OuterPools } from '../market/outer-columns.ts'
import { estimateSale, leastSold, type Offers, quoteBest, unusedEdges } from './best-offer.ts'
import { gasPriceIn } from './gas-price.ts'
import { type RouteStep, type SwapPath, sumGas, WHOLE_PORTION } from './route.ts'

export interface RouteQuery {
  /** In lower case, like all tokens here. */
  tokenIn: string
  tokenOut: string
  /** Tokens that the path may pass through. */
  via: readonly string[]
  /** Returns the pools that may be used. */
  edges(tokenIn: string, tokenOut: string): readonly Edge[]
  /** Cost of gas in a token's base units; 0 when unknown. */
  gasCost(token: string, gas: number): bigint
  /** Cost of one step's data in units of gas, in addition to its gas. Default: 0. */
  stepDataGas?: number | undefined
  /** Pools of tokens that no path passes through, which only affect the bound. Default: none. */
  outer?: OuterQuery | undefined
}

export interface OuterQuery {
  pools: OuterPools
  /** Returns true for a pool that may be used. */
  isUsable: (pool: Pool) => boolean
}

export interface PathQuery extends RouteQuery {
  amountIn: bigint
}

interface Reached {
  token: string
  amount: bigint
  /** Output after gas. */
  net: bigint
  /** Includes the gas of the data. */
  gas: number
  steps: readonly RouteStep[]
}

const MAX_HOPS = 3

/**
 * Returns the path of at most three pools with the highest output after gas, or undefined if no
 * path can trade the whole amount. Outputs are monotonic in inputs, so each hop keeps only the best
 * path to each token.
 */
export function findBestPath(query: PathQuery): SwapPath | undefined {
  const { tokenIn, tokenOut, amountIn } = query
  const via = query.via.filter((token) => token !== tokenIn && token !== tokenOut)
  let best: Reached | undefined
  let frontier: Reached[] = [{ token: tokenIn, amount: amountIn, net: amountIn, gas: 0, steps: [] }]
  for (let hops = 1; hops <= MAX_HOPS; hops += 1) {
    const arrived = hop(query, frontier, { tokenOut })
    if (arrived && !(best && best.net >= arrived.net)) best = arrived
    if (hops === MAX_HOPS) break
    // A curve's first unit pays most, so before the last hop most tokens cannot reach the best
    // output.
    const toBeat = best && hops === MAX_HOPS - 1 ? Number(best.net) : undefined
    frontier = via.flatMap((token) => {
      const least = toBeat === undefined ? undefined : leastSold(query.edges(token, tokenOut), toBeat)
      return hop(query, frontier, { tokenOut: token, least }) ?? []
    })
  }
  return (
    best && { type: 'SELL', steps: best.steps, amountIn, amountOut: best.amount, gas: sumGas(best.steps) }
  )
}

interface Hop {
  tokenOut: string
  /** Minimum useful output. Default: no minimum. */
  least?: number | undefined
}

/** Returns the best path to a token with one more pool. */
function hop(query: PathQuery, frontier: readonly Reached[], { tokenOut, least }: Hop): Reached | undefined {
  const all = frontier.flatMap((from) => offersFrom(query, from, tokenOut))
  if (all.length === 0) return undefined
  return quoteBest(all, {
    gasPrice: gasPriceIn(query, tokenOut),
    estimate: estimateSale,
    quote: (offers, edge) => take(query, { ...offers, edge, tokenOut }),
    least,
  })
}

type PathOffers = Offers & { from: Reached }

function take(
  query: PathQuery,
  { from, gas: before, edge: { pool, zeroForOne }, tokenOut }: PathOffers & { edge: Edge; tokenOut: string },
): Reached | undefined {
  const swap = pool.exactInput(zeroForOne, from.amount)
  if (!swap) return undefined
  const gas = before + swap.gas
  const net = swap.amountOut - query.gasCost(tokenOut, gas)
  const step = { pool, zeroForOne, tokenIn: from.token, tokenOut, portion: WHOLE_PORTION, swap }
  return { token: tokenOut, amount: swap.amountOut, net, gas, steps: [...from.steps, step] }
}

function offersFrom(query: PathQuery, from: Reached, tokenOut: string): PathOffers[] {
  if (from.token === tokenOut) return []
  const edges = unusedEdges(query.edges(from.token, tokenOut), from.steps)
  if (edges.length === 0) return []
  return [{ from, edges, amount: from.amount, gas: from.gas + (query.stepDataGas ?? 0) }]
}
