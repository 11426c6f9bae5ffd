import type { PathQuery } from '../find-path.ts'
import type { Route } from '../route.ts'
import { gasPriceIn } from './gas-price.ts'
import { createNetwork } from './network.ts'
import { optimiseSell } from './optimise-sell.ts'
import { runLegs } from './run-legs.ts'

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
  const network = createNetwork(query)
  const end = performance.now() + budget.ms
  const { plan, bound } = optimiseSell({
    network,
    amount: Number(query.amountIn),
    gasPrice: gasPriceIn(query, query.tokenOut),
    maxLegs: budget.maxLegs,
    isExpired: () => performance.now() > end,
  })
  const route = plan.legs.length > 0 ? runLegs(network, plan.legs, query.amountIn) : undefined
  return { route, bound }
}
