import { calculationFailed, type YieldStep } from './yield-error.ts'

/**
 * A chain request timed out, failed, or returned an incomplete result. Clients receive no details.
 */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly kind: 'timeout' | 'failed' | 'incomplete'

  constructor(kind: ChainFailure['kind'], message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}

/** Runs a part of a calculation. Converts a `ChainFailure` to an error of the step. */
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
