import type { RouteQuery } from '../paths/find-path.ts'
import type { SwapPath } from '../paths/route.ts'
import { leastBound } from './bounds/least-bound.ts'
import { type ChosenTokens, chooseIntermediates } from './choose-intermediates.ts'
import { findSplit, MAX_MS, netAfterGas, type Split, type SplitSearch } from './find-split.ts'

/**
 * Finds a split over the intermediate tokens that matter to the trade. The bound holds for all
 * tokens of the query.
 */
export function splitOver(query: RouteQuery, search: SplitSearch): Split {
  let start: SwapPath | undefined
  const chosen = chooseIntermediates(query, search, (via) => {
    start = findSplit({ ...query, via }, { ...search, budget: { ...search.budget, isUnbounded: true } }).route
    return start
  })
  if (!chosen) return findSplit(query, search)
  const { budget, singlePath } = search
  const passed = singlePath?.steps.map(({ tokenOut }) => tokenOut) ?? []
  const via = [...new Set([...chosen.via, ...passed])]
  const split = findSplit(
    { ...query, via },
    {
      ...search,
      ...(start && { findStart: () => start }),
      budget: { ...budget, isUnbounded: true },
    },
  )
  const route = split.route ?? singlePath
  if (budget.isUnbounded || !route) return split
  const net = Number(netAfterGas(query, search.side, route))
  return { ...split, bound: boundAll(query, { ...search, chosen, net }) }
}

/** Bounds routes through any token of the query, from the prices at which the tokens were chosen. */
function boundAll(
  query: RouteQuery,
  { side, amount, chosen, net }: SplitSearch & { chosen: ChosenTokens; net: number },
): number {
  const { network, getPrices, gasPrice } = chosen
  const end = performance.now() + MAX_MS
  const bound = leastBound(
    {
      ...{ network, uncut: network, side, amount: Number(amount), gasPrice, net, used: [] },
      ...{ outer: query.outer, maxWork: 0, netOf: () => net, isLate: () => performance.now() > end },
    },
    [getPrices()],
  )
  return side.sign * Math.max(net, bound)
}
