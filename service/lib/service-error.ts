/** An error sent to the caller, with the interface's status and exact text (router, section 7). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: ServiceError['status'],
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function invalidParameter(name: string): ServiceError {
  return new ServiceError(400, `Invalid ${name} provided`)
}

export function noSolution(): ServiceError {
  return new ServiceError(400, 'Unable to fetch a solution for the user request')
}

export function unavailable(retryAfterSeconds = 2): ServiceError {
  return new ServiceError(503, 'Service temporarily unavailable', { retryAfterSeconds })
}
