import { answerQuestion } from '../search/answer-question.ts'
import type { Solver } from '../search/types.ts'

const ENOUGH_MS = 60_000

/** Searches without a time limit, so that results do not depend on the load of the machine. */
export const unhurried: Solver = async (question, market) =>
  answerQuestion({ ...question, budgetMs: ENOUGH_MS }, market)
