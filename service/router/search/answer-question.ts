import type { Market } from '../market/market.ts'
import type { Question } from '../request/question.ts'
import { type Solved, solve } from './solve.ts'

export interface SearchAnswer {
  /** Undefined if no route exists. */
  solved: Solved | undefined
  /** Duration of the search only. */
  durationMs: number
}

/** Searches in this thread. Throws only because of a bug. */
export function answerQuestion(question: Question, market: Market): SearchAnswer {
  const started = performance.now()
  const solved = solve(question, market)
  return { solved, durationMs: performance.now() - started }
}
