import type { Market } from '../market/market.ts'
import type { SearchRequest } from '../request/search-request.ts'
import { type Solved, solve } from './solve.ts'

export interface SearchResult {
  /** Undefined if no route exists. */
  solved: Solved | undefined
  /** Duration of the search only. */
  durationMs: number
}

/** Searches in this thread. Throws only because of a bug. */
export function runSearch(searchRequest: SearchRequest, market: Market): SearchResult {
  const started = performance.now()
  const solved = solve(searchRequest, market)
  return { solved, durationMs: performance.now() - started }
}
