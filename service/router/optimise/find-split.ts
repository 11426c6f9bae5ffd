import type { PathQuery, RouteQuery } from '../find-path.ts'
import type { Route } from '../route.ts'
import { gasPriceIn } from './gas-price.ts'
import { createNetwork, INPUT, type Network, OUTPUT } from './network.ts'
import { optimiseSell } from './optimise-sell.ts'
import { runLegs } from './run-legs.ts'
import { spotValues } from './spot-values.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'

export interface SearchBudget {
  /** Milliseconds for improving what the first solve gives. */
  ms: number
  maxLegs: number
}

export interface SplitSearch {
  /** Undefined when the network cannot take the whole amount. */
  route: Route | undefined
  /** No route pays more than this after gas, in base units of the output. */
  bound: number
}

/** The route over any number of pools that pays most after gas, exact to the wei. */
export function findSplit(query: PathQuery, budget: SearchBudget): SplitSearch {
  const end = performance.now() + budget.ms
  const amount = Number(query.amountIn)
  const network = tradedNetwork(query, amount)
  const { plan, bound } = optimiseSell({
    network,
    amount,
    gasPrice: gasPriceIn(query, query.tokenOut),
    maxLegs: budget.maxLegs,
    isExpired: () => performance.now() > end,
  })
  const route = plan.legs.length > 0 ? runLegs(network, plan.legs, query.amountIn) : undefined
  return { route, bound }
}

/** Where the trade takes place, in proportion to it. */
export function tradedNetwork(query: RouteQuery, amountIn: number): Network {
  const network = createNetwork(query)
  const prices = spotValues(network.edges, { tokens: network.tokens.length, target: OUTPUT })
  return trimFixedRates(network, { value: amountIn * (prices[INPUT] as number), prices })
}
