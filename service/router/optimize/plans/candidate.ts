import type { Plan } from '../network/plan.ts'

/** A plan, and the prices of the solve it comes from. */
export interface Candidate {
  plan: Plan
  prices: Float64Array
}
