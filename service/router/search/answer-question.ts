import type { Market } from '../market/market.ts'
import type { Question } from '../request/question.ts'
import { type Solved, solve } from './solve.ts'

export interface SearchAnswer {
  /** Undefined: there is no route. */
  solved: Solved | undefined
  /** Of the search alone. */
  durationMs: number
}

/** Searches in this thread. Throws only on a bug in the search. */
export function answerQuestion(question: Question, market: Market): SearchAnswer {
  const started = performance.now()
  const solved = solve(question, market)
  return { solved, durationMs: performance.now() - started }
}
