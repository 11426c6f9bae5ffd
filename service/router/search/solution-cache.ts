import { LRUCache } from 'lru-cache'
import type { RoutedSnapshot } from '../../chain/snapshot/routed-snapshot.ts'
import type { Solution } from './solve.ts'

const DEFAULT_CAPACITY = 2_000

/** Resolves to undefined if no solution exists. */
type Outcome = Promise<Solution | undefined>

export interface SolutionCache {
  /**
   * Returns the cached or pending outcome of the same search on the same snapshot, or solves it.
   * Also caches that no solution exists.
   */
  recall(searchRequest: { snapshot: RoutedSnapshot; key: string }, solve: () => Outcome): Outcome
}

/**
 * Caches the `capacity` most recently used outcomes of each snapshot. They are garbage-collected
 * with the snapshot.
 */
export function createSolutionCache(capacity = DEFAULT_CAPACITY): SolutionCache {
  const outcomes = new WeakMap<RoutedSnapshot, LRUCache<string, Outcome>>()

  function getOutcomes(snapshot: RoutedSnapshot): LRUCache<string, Outcome> {
    const known = outcomes.get(snapshot) ?? new LRUCache<string, Outcome>({ max: capacity })
    outcomes.set(snapshot, known)
    return known
  }

  return {
    recall({ snapshot, key }, solve) {
      const known = getOutcomes(snapshot)
      const cached = known.get(key)
      if (cached) return cached
      const outcome = solve()
      known.set(key, outcome)
      // Removes a failed search from the cache.
      outcome.catch(() => known.peek(key) === outcome && known.delete(key))
      return outcome
    },
  }
}
