import { answerQuestion } from '../search/answer-question.ts'
import type { Solver } from '../search/types.ts'

const ENOUGH_MS = 60_000

/** Searches to the end: what a busy machine would leave unfinished differs from run to run. */
export const unhurried: Solver = async (question, market) =>
  answerQuestion({ ...question, budgetMs: ENOUGH_MS }, market)
