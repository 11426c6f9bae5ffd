import { ServiceError } from '../../lib/service-error.ts'

export type YieldErrorType =
  | 'validation_error'
  | 'calculation_failed'
  | 'internal_error'
  | 'startup_error'
  | 'resource_exhaustion'

/** The step at which a calculation failed (yield, section 7). */
export type YieldStep =
  | 'input_validation'
  | 'pool_data_retrieval'
  | 'protocol_id_validation'
  | 'module_import_failed'
  | 'initialization_failed'
  | 'state_calls_timeout'
  | 'input_token_validation'
  | 'lp_token_validation'
  | 'apy_calculation_error'
  | 'states_incomplete'
  | 'tvl_calculation_error'
  | 'pool_creation_failed'

/** An error in the format of the yield interface. */
export class YieldError extends ServiceError {
  readonly type: YieldErrorType
  readonly step: YieldStep | undefined

  constructor(
    status: 422 | 404 | 503,
    message: string,
    about: { type: YieldErrorType; step?: YieldStep; retryAfterSeconds?: number; cause?: unknown },
  ) {
    super(status, message, about)
    this.type = about.type
    this.step = about.step
  }
}

/** Creates an error for invalid input. */
export function invalidInput(message: string, step: YieldStep = 'input_validation'): YieldError {
  return new YieldError(422, message, { type: 'validation_error', step })
}

/** Creates an error for a valid request whose calculation failed. */
export function calculationFailed(step: YieldStep, message: string, cause?: unknown): YieldError {
  return new YieldError(404, message, { type: 'calculation_failed', step, cause })
}
