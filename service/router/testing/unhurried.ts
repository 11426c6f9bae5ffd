import { answerQuestion } from '../search/answer-question.ts'
import type { Solver } from '../search/types.ts'

/** More work than any search needs. */
const ENOUGH = 1_000_000

/** Searches without an effective work limit, so that results can be compared. */
export const unhurried: Solver = async (question, market) =>
  answerQuestion({ ...question, maxWork: ENOUGH }, market)
