import type { SearchBudget } from '../optimize/find-split.ts'
import { largestInput, spotPrice } from '../optimize/largest-input.ts'
import type { PathQuery } from '../paths/find-path.ts'
import { type BestRoute, findBestRoute } from './find-best-route.ts'

/**
 * Returns the best route for the largest input whose last unit's price is within a limit of the
 * first unit's.
 */
export function findPartialSale(
  query: PathQuery,
  budget: SearchBudget,
  limitBps: number,
): BestRoute | undefined {
  const price = spotPrice(query) * (1 - limitBps / 10_000)
  const amountIn = largestInput(query, { amountIn: query.amountIn, price })
  const found = amountIn > 0n ? findBestRoute({ ...query, amountIn }, budget) : undefined
  if (!found) return undefined

  // A route that omits pools for their gas trades more in the others, so less of the input is
  // within the limit.
  const used = new Set(found.route.steps.map(({ pool }) => pool))
  const narrowed: PathQuery = {
    ...query,
    edges: (tokenIn, tokenOut) => query.edges(tokenIn, tokenOut).filter(({ pool }) => used.has(pool)),
  }
  const fewer = largestInput(narrowed, { amountIn, price })
  return fewer > 0n && fewer < amountIn ? findBestRoute({ ...query, amountIn: fewer }, budget) : found
}
