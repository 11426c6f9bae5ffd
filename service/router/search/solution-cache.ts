import { LRUCache } from 'lru-cache'
import type { RoutedSnapshot } from '../../chain/snapshot/routed-snapshot.ts'
import type { Solution } from './solve.ts'

const DEFAULT_CAPACITY = 2_000

/** Undefined: there is no solution. */
type Outcome = Promise<Solution | undefined>

export interface SolutionCache {
  /** The cached or pending answer to the same question on the same snapshot, "no solution" included; else solves. */
  recall(question: { snapshot: RoutedSnapshot; key: string }, solve: () => Outcome): Outcome
}

/** Caches the `capacity` most recently used answers of each snapshot. A snapshot's answers are collected with it. */
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
      // A failed search is not cached.
      outcome.catch(() => known.peek(key) === outcome && known.delete(key))
      return outcome
    },
  }
}
