import type { QuoteResult } from '../../../wire/quote.ts'
import { noSolution } from '../../lib/service-error.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'
import { findFailingSteps } from './find-failing-steps.ts'
import type { PoolExclusions } from './pool-exclusions.ts'
import { quoteSolution } from './quote-solution.ts'
import type { OverrideView } from './storage-slots.ts'

export interface QuoteDeps {
  now: () => number
  overrideView: OverrideView
  exclusions: PoolExclusions
  /** Searches the same snapshot without these pool directions and the excluded ones. */
  searchWithout: (edges: readonly string[]) => Promise<Solution | undefined>
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number
}

/** The maximum number of routes that are simulated for one quote. */
const MAX_ROUTES = 4
/** The time after which no further route is simulated. */
const MAX_MS = 4_000

/**
 * Quotes the best route whose simulation succeeds. A pool that makes a route fail is excluded here,
 * and for a while in other trades. If no route succeeds, returns the first quote, which has the
 * revert reason.
 */
export async function quoteExecutable(
  trade: TradeRequest,
  { solution: best, deps }: { solution: Solution; deps: QuoteDeps },
): Promise<QuoteResult> {
  const { now, overrideView, exclusions, searchWithout, elapsedMs } = deps
  const startedAt = elapsedMs()
  const without = new Set<string>()
  let first: QuoteResult | undefined
  let solution: Solution | undefined = best
  for (let routes = 1; solution; routes += 1) {
    const { quote, mayBlamePool } = await quoteSolution(trade, solution, { nowMs: now(), overrideView })
    if (quote && !quote.revert) return quote
    first ??= quote
    const isLate = elapsedMs() - startedAt > MAX_MS
    if (!mayBlamePool || routes >= MAX_ROUTES || isLate) break
    const failing = await findFailingSteps(solution, { trade, overrideView })
    if (failing.length === 0) break
    exclusions.add(trade, failing)
    for (const { edge } of failing) without.add(edge)
    solution = await searchWithout([...without])
  }
  if (!first) throw noSolution()
  return first
}
