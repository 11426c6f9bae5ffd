import { calculationFailed, type YieldStep } from './yield-error.ts'

/** A chain that does not answer in time, or not at all, or leaves out a part: told to callers without its words. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly kind: 'timeout' | 'failed' | 'incomplete'

  constructor(kind: ChainFailure['kind'], message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}

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
