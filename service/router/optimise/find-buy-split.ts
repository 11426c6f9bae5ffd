import type { BuyQuery } from '../find-cheapest-path.ts'
import type { Route } from '../route.ts'
import { buyBound } from './bound.ts'
import { type DualSolution, solveDual } from './dual.ts'
import type { SearchBudget } from './find-split.ts'
import { gasPriceIn } from './gas-price.ts'
import { createNetwork, INPUT, type Network, OUTPUT } from './network.ts'
import { collectFlows, orderFlows } from './order-flows.ts'
import { runWays } from './run-ways.ts'
import { spotCosts } from './spot-values.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'
import { fillWays, type Way, widestWay } from './ways.ts'

/** Most ways a purchase may take: gas ends the search earlier wherever it is known. */
const MAX_WAYS = 12

/** A pool serves one way alone, which pays to be thrifty with them more often than not. */
const THRIFTS = [1, 0] as const

/** Lifts a price over the edge at which sources of a fixed rate begin to sell. */
const NUDGE = 3e-6

export interface BuySplit {
  /** Undefined when the network has not the whole amount. */
  route: Route | undefined
  /** No route costs less than this, gas included, in base units of the input. */
  bound: number
}

/** Ways that together buy an amount for least, gas included, exact to the wei. `single` is where one search starts. */
export function findBuySplit(query: BuyQuery, budget: SearchBudget, single: Route | undefined): BuySplit {
  const known = createNetwork(query)
  const end = performance.now() + budget.ms
  const amount = Number(query.amountOut)
  const supply = { token: OUTPUT, amount: -amount }
  const start = spotCosts(known.edges, { tokens: known.tokens.length, source: INPUT })
  if (!((start[OUTPUT] as number) > 0)) return { route: undefined, bound: 0 }
  const network = trimFixedRates(known, { value: amount * (start[OUTPUT] as number), prices: start })
  const all = network.edges.map((_, e) => e)
  const free = solveDual({ edges: network.edges, numeraire: INPUT, supply, prices: start })
  const bound = buyBound({ network, amount, gasPrice: gasPriceIn(query, query.tokenIn) }, free.prices)

  /** The widest way that would sell at a price, among the pools that no other way takes. */
  function nextWay(taken: readonly Way[], price: number, thrift: number): Way | undefined {
    const used = new Set(taken.flat().map((e) => network.edges[e]?.pool.address))
    const kept = all.filter((e) => !used.has(network.edges[e]?.pool.address))
    const edges = kept.flatMap((e) => network.edges[e] ?? [])
    const prices = Float64Array.from(free.prices)
    prices[OUTPUT] = price * (1 + NUDGE)
    const solution = solveDual({ edges, numeraire: INPUT, supply, prices, holdsSupplyPrice: true })
    return wayAmong(network, { kept, solution, scale: amount * price }, thrift)
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

  const scale = amount * (free.prices[OUTPUT] as number)
  const routes = THRIFTS.flatMap((thrift) => {
    const widest = wayAmong(network, { kept: all, solution: free, scale }, thrift)
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

function wayAmong(
  network: Network,
  solved: { kept: readonly number[]; solution: DualSolution; scale: number },
  thrift: number,
): Way | undefined {
  const flows = collectFlows(network, solved)
  return widestWay(orderFlows(flows, { tokens: network.tokens.length, input: INPUT, output: OUTPUT }), thrift)
}

function wayOf(network: Network, { steps }: Route): Way | undefined {
  const way = steps.map(({ pool, zeroForOne }) =>
    network.edges.findIndex((edge) => edge.pool === pool && edge.zeroForOne === zeroForOne),
  )
  return way.includes(-1) ? undefined : way
}
