import { calculationFailed, type YieldStep } from './yield-error.ts'

/** A chain that timed out, failed, or answered incompletely. Callers get no details of it. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly kind: 'timeout' | 'failed' | 'incomplete'

  constructor(kind: ChainFailure['kind'], message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}

/** Runs a part of a calculation. A `ChainFailure` in it becomes an error of that step. */
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
