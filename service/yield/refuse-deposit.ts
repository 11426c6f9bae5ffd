import type { DepositLimit } from './core/adapter.ts'
import { calculationFailed, invalidInput } from './yield-error.ts'

/**
 * Throws for a deposit the chain would refuse: 422 with the room that is left, when less would do; 404 when no amount
 * would. A deposit of nothing only asks what is earned now.
 */
export function refuseDeposit(deposit: bigint, limit: DepositLimit | undefined): void {
  if (limit === undefined || deposit === 0n || deposit <= limit.room) return
  if (limit.closed) {
    throw calculationFailed(
      'apy_calculation_error',
      `The pool takes no deposits of this token: it is ${limit.closed}`,
    )
  }
  throw invalidInput(`input_amount is above what the pool still takes: ${limit.room}`)
}
