/** An error for the client, with the interface's status and exact text (router, section 7). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Advice to the client, sent as `message` beside the text of the interface. */
  readonly hint: string | undefined

  constructor(
    status: ServiceError['status'],
    message: string,
    options: { retryAfterSeconds?: number; hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.hint = options.hint
  }
}

export function invalidParameter(name: string): ServiceError {
  return new ServiceError(400, `Invalid ${name} provided`)
}

/** Creates the error for a request without a valid key. */
export function forbidden(key: string | undefined): ServiceError {
  const reason = key
    ? 'The API key in the header x-api-key is unknown or revoked.'
    : 'The header x-api-key is missing or empty.'
  return new ServiceError(401, 'Forbidden', {
    hint: `${reason} The operator of this service issues API keys.`,
  })
}

export function noSolution(): ServiceError {
  return new ServiceError(400, 'Unable to fetch a solution for the user request')
}

export function unavailable(retryAfterSeconds = 2, hint?: string): ServiceError {
  return new ServiceError(503, 'Service temporarily unavailable', {
    retryAfterSeconds,
    ...(hint && { hint }),
  })
}
