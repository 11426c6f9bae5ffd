import { createFill } from '../../modules/core/curve.ts'
import type { RouteQuery } from '../paths/find-path.ts'
import { gasPriceIn } from '../paths/gas-price.ts'
import type { SwapPath } from '../paths/route.ts'
import { getProfit } from './network/bound.ts'
import { createNetwork, INPUT, type Network, OUTPUT } from './network/network.ts'
import type { Side } from './network/side.ts'
import { settlePrices } from './prices/settle-prices.ts'
import { solveAll, solveOver } from './prices/solve-over.ts'

/** Tokens that a route may pass. A search over many more is slow, and gets lost in circles. */
export const MAX_INTERMEDIATES = 32
/** Up to this many tokens, the whole search is as fast and has a closer bound. */
const WIDE_SEARCH = 48
/** Tokens whose gains are measured together, before the best of them are chosen. */
const CANDIDATES = 48
/** The number of tokens with the most pools, which are always included. */
const HUBS = 12

interface Trade {
  side: Side
  amount: bigint
}

export interface ChosenTokens {
  /** The hubs first, then the others by what they earn. */
  via: readonly string[]
  /** The network over all tokens of the query, and prices for them, for a bound that holds for any route. */
  network: Network
  getPrices: () => Float64Array
  gasPrice: number
}

/**
 * Chooses the tokens that a route may pass if a query names more than a search can handle: the
 * hubs, and the tokens whose pools earn most after gas at the prices of a trade. Undefined if the
 * query names few.
 */
export function chooseIntermediates(
  query: RouteQuery,
  trade: Trade,
  findOver?: (via: readonly string[]) => SwapPath | undefined,
): ChosenTokens | undefined {
  if (query.via.length <= WIDE_SEARCH) return undefined
  const network = createNetwork(query, trade.side.usable)
  const hubs = findHubs(network)
  const gasPrice = countedGasPrice(query, trade.side)
  const pricesOver = (passed: readonly number[]) => settleOver(network, { ...trade, passed, gasPrice })
  const best = (by: Float64Array, count: number) =>
    [...network.tokens.keys()]
      .filter((token) => token > OUTPUT && !hubs.includes(token) && (by[token] as number) > 0)
      .sort((a, b) => (by[b] as number) - (by[a] as number))
      .slice(0, count)
  const gainsAt = (prices: Float64Array) => gainsOfTokens(network, { prices, gasPrice })
  const route = findOver?.(hubs.flatMap((token) => network.tokens[token] ?? []))
  const near = route ? pricesOf(network, { ...trade, gasPrice, route }) : pricesOver(hubs)
  const candidates = best(gainsAt(near), CANDIDATES)
  const count = MAX_INTERMEDIATES - HUBS
  const getPrices = () => pricesOver([...hubs, ...candidates])
  const others = route ? candidates.slice(0, count) : best(gainsAt(getPrices()), count)
  const via = [...hubs, ...others].flatMap((token) => network.tokens[token] ?? [])
  return { via, network, getPrices, gasPrice }
}

function countedGasPrice(query: RouteQuery, { counted }: Side): number {
  return gasPriceIn(query, counted === INPUT ? query.tokenIn : query.tokenOut)
}

/** The intermediate tokens with the most contracts; of equal ones the first in the query. */
function findHubs({ tokens, edges }: Network): number[] {
  const contracts = tokens.map(() => new Set<string>())
  for (const { from, to, pool } of edges) {
    contracts[from]?.add(pool.address)
    contracts[to]?.add(pool.address)
  }
  const count = (token: number) => contracts[token]?.size ?? 0
  const ranked = [...tokens.keys()].filter((token) => token > OUTPUT).sort((a, b) => count(b) - count(a))
  return ranked.slice(0, HUBS)
}

/** The prices of a trade over some tokens, with settled prices for all others. */
function settleOver(
  { tokens, edges }: Network,
  { side, amount, passed, gasPrice }: Trade & { passed: readonly number[]; gasPrice: number },
): Float64Array {
  const kept = new Set([INPUT, OUTPUT, ...passed])
  const core = { tokens, edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) }
  const known =
    solveAll({ network: core, side, amount: Number(amount) })?.prices ?? side.spotPrices(edges, tokens.length)
  return settlePrices(edges, { known, tokens: tokens.length, gasPrice })
}

/** Per token, what its pools earn after gas at these prices. */
function gainsOfTokens(
  { tokens, edges }: Network,
  { prices, gasPrice }: { prices: Float64Array; gasPrice: number },
): Float64Array {
  const gains = new Float64Array(tokens.length)
  const fill = createFill()
  for (const edge of edges) {
    const gain = getProfit(edge, prices, fill) - edge.curve.gas * gasPrice
    if (gain <= 0) continue
    gains[edge.from] = (gains[edge.from] as number) + gain
    gains[edge.to] = (gains[edge.to] as number) + gain
  }
  return gains
}

/** The prices of a route, with settled prices for the tokens that it does not pass. */
function pricesOf(
  network: Network,
  { side, amount, gasPrice, route }: Trade & { gasPrice: number; route: SwapPath },
): Float64Array {
  const { tokens, edges } = network
  const kept = route.steps.flatMap(({ pool, zeroForOne }) => {
    const edge = edges.findIndex((other) => other.pool === pool && other.zeroForOne === zeroForOne)
    return edge < 0 ? [] : [edge]
  })
  const problem = { network, side, amount: Number(amount), gasPrice }
  const known = solveOver(problem, kept, new Float64Array(tokens.length)).prices
  return settlePrices(edges, { known, tokens: tokens.length, gasPrice })
}
