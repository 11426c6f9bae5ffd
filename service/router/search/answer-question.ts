import { ServiceError } from '../../lib/service-error.ts'
import type { Market } from '../market/market.ts'
import type { Question } from '../request/question.ts'
import { type Solved, solve } from './solve.ts'

export interface SearchAnswer {
  /** Undefined: there is no route. */
  solved: Solved | undefined
  /** Of the search alone. */
  durationMs: number
}

/** Searches in this thread. Throws when the search itself is at fault. */
export function answerQuestion(question: Question, market: Market): SearchAnswer {
  const started = performance.now()
  const solved = solveOrNot(question, market)
  return { solved, durationMs: performance.now() - started }
}

function solveOrNot(question: Question, market: Market): Solved | undefined {
  try {
    return solve(question, market)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
