import { ChainFailure } from './core/chain-failure.ts'
import { calculationFailed, type YieldStep } from './yield-error.ts'

/** Does a part of a calculation; what goes wrong with the chain meanwhile is told as that step. */
export async function withStep<Value>(
  step: YieldStep,
  message: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error
    if (error.kind === 'timeout') {
      throw calculationFailed('state_calls_timeout', 'The chain did not answer in time', error)
    }
    throw calculationFailed(step, message, error)
  }
}
