import { runSearch } from '../search/run-search.ts'
import type { Solver } from '../search/types.ts'

/** More work than any search needs. */
const ENOUGH = 1_000_000

/** Searches without an effective work limit, so that results can be compared. */
export const solveUnlimited: Solver = async (searchRequest, market) =>
  runSearch({ ...searchRequest, maxWork: ENOUGH }, market)
