import type { BuyQuery } from '../find-cheapest-path.ts'
import type { Route } from '../route.ts'
import { buyBound } from './bound.ts'
import { type DualProblem, solveDual } from './dual.ts'
import type { SearchBudget } from './find-split.ts'
import { gasPriceIn } from './gas-price.ts'
import { createNetwork, INPUT, type Network, OUTPUT } from './network.ts'
import { collectFlows, orderFlows } from './order-flows.ts'
import { runWays } from './run-ways.ts'
import { spotCosts } from './spot-values.ts'
import { fillWays, type Way, widestWay } from './ways.ts'

/** Most ways a purchase may take: gas ends the search earlier wherever it is known. */
const MAX_WAYS = 12

/** A pool serves one way alone, which pays to be thrifty with them more often than not. */
const THRIFTS = [1, 0] as const

export interface BuySplit {
  /** Undefined when the network has not the whole amount. */
  route: Route | undefined
  /** No route costs less than this, gas included, in base units of the input. */
  bound: number
}

/** Ways that together buy an amount for least, gas included, exact to the wei. `single` is where one search starts. */
export function findBuySplit(query: BuyQuery, budget: SearchBudget, single: Route | undefined): BuySplit {
  const network = createNetwork(query)
  const end = performance.now() + budget.ms
  const amount = Number(query.amountOut)
  const supply = { token: OUTPUT, amount: -amount }
  const start = spotCosts(network.edges, { tokens: network.tokens.length, source: INPUT })
  if (!((start[OUTPUT] as number) > 0)) return { route: undefined, bound: 0 }
  const { prices } = solveDual({ edges: network.edges, numeraire: INPUT, supply, prices: start })
  const bound = buyBound({ network, amount, gasPrice: gasPriceIn(query, query.tokenIn) }, prices)

  /** The widest way among pools that are still free, when the output fetches a price. */
  function nextWay(taken: readonly Way[], price: number | undefined, thrift: number): Way | undefined {
    const used = new Set(taken.flat().map((e) => network.edges[e]?.pool.address))
    const free = network.edges.flatMap(({ pool }, e) => (used.has(pool.address) ? [] : [e]))
    const at = Float64Array.from(prices)
    if (price !== undefined) at[OUTPUT] = price
    return wayOver(network, free, { numeraire: INPUT, supply, prices: at, holdsSupplyPrice: true }, thrift)
  }

  function grow(first: Way, thrift: number): Route | undefined {
    let best: Route | undefined
    const ways = [first]
    while (ways.length <= MAX_WAYS) {
      const filled = fillWays(network, ways, amount)
      const route = runWays(network, { ways, shares: filled.shares }, query.amountOut)
      if (route && best && costOf(query, route) >= costOf(query, best)) break
      best = route ?? best
      const next = performance.now() < end ? nextWay(ways, filled.price, thrift) : undefined
      if (!next) break
      ways.push(next)
    }
    return best
  }

  const routes = THRIFTS.flatMap((thrift) => {
    const widest = nextWay([], undefined, thrift)
    return widest ? [grow(widest, thrift)] : []
  })
  const seed = single && wayOf(network, single)
  return { route: cheapestOf(query, seed ? [...routes, grow(seed, THRIFTS[0])] : routes), bound }
}

/** What a purchase costs, gas included, in base units of the input. */
export function costOf({ tokenIn, gasCost }: BuyQuery, { amountIn, gas }: Route): bigint {
  return amountIn + gasCost(tokenIn, gas)
}

export function cheapestOf(query: BuyQuery, routes: readonly (Route | undefined)[]): Route | undefined {
  let best: Route | undefined
  for (const route of routes) {
    if (route && (!best || costOf(query, route) < costOf(query, best))) best = route
  }
  return best
}

function wayOver(
  network: Network,
  kept: readonly number[],
  problem: Omit<DualProblem, 'edges'>,
  thrift: number,
): Way | undefined {
  const edges = kept.flatMap((e) => network.edges[e] ?? [])
  const solution = solveDual({ ...problem, edges })
  const scale = Math.abs(problem.supply.amount) * (solution.prices[OUTPUT] as number)
  const flows = collectFlows(network, { kept, solution, scale })
  return widestWay(orderFlows(flows, { tokens: network.tokens.length, input: INPUT, output: OUTPUT }), thrift)
}

function wayOf(network: Network, { steps }: Route): Way | undefined {
  const way = steps.map(({ pool, zeroForOne }) =>
    network.edges.findIndex((edge) => edge.pool === pool && edge.zeroForOne === zeroForOne),
  )
  return way.includes(-1) ? undefined : way
}
