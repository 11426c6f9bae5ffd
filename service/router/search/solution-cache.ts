import type { RoutedSnapshot } from '../../chain/routed-chain.ts'
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
  const outcomes = new WeakMap<RoutedSnapshot, Map<string, Outcome>>()

  function getOutcomes(snapshot: RoutedSnapshot): Map<string, Outcome> {
    const known = outcomes.get(snapshot) ?? new Map<string, Outcome>()
    outcomes.set(snapshot, known)
    return known
  }

  return {
    recall({ snapshot, key }, solve) {
      const known = getOutcomes(snapshot)
      const outcome = known.get(key) ?? solve()
      // A map keeps the order of insertion: what is asked for again moves to the end.
      known.delete(key)
      known.set(key, outcome)
      const [oldest] = known.keys()
      if (known.size > capacity && oldest !== undefined) known.delete(oldest)
      // A failed search is not cached.
      outcome.catch(() => known.get(key) === outcome && known.delete(key))
      return outcome
    },
  }
}
