import { ERROR_CODES, type ErrorCode, type ErrorGroup } from './codes.ts'

/**
 * The values of an error, except for its code.
 * @example
 * const options: SluiceErrorOptions = { details: 'chains[0].id: expected a positive integer, received 0' }
 */
export interface SluiceErrorOptions {
  /** A sentence for the user. Default: the message of the code. */
  message?: string
  /** For the integrator: what was expected and received. Not shown to users. */
  details?: string | undefined
  cause?: unknown
  /** The `X-Request-ID` or `quoteId`, for support requests. */
  supportId?: string | undefined
  /** Delay before a retry, in milliseconds (429, 503). */
  retryAfterMs?: number | undefined
  txHash?: `0x${string}` | undefined
  /** How far the real time is ahead of this device's clock, in milliseconds (`CLOCK_WRONG`). */
  clockSkewMs?: number | undefined
}

/**
 * The error class of the widget. `code` is stable and documented, `message` is a sentence for the
 * user, `details` and `cause` are for debugging. If `retryable`, the same action can succeed, after
 * `retryAfterMs` if that is set.
 * @example
 * try {
 *   await clients.router.price(request)
 * } catch (error) {
 *   if (!(error instanceof SluiceError)) throw error
 *   console.warn(error.code, error.message, error.details, error.supportId)
 * }
 */
export class SluiceError extends Error {
  override readonly name = 'SluiceError'
  declare readonly code: ErrorCode
  declare readonly details: string | undefined
  declare readonly supportId: string | undefined
  declare readonly retryAfterMs: number | undefined
  declare readonly txHash: `0x${string}` | undefined
  declare readonly clockSkewMs: number | undefined

  constructor(
    code: ErrorCode,
    { message = ERROR_CODES[code].message, cause, ...values }: SluiceErrorOptions = {},
  ) {
    super(message, { cause })
    // The code is last, because callers spread other errors into the options.
    Object.assign(this, values, { code })
  }

  /** The group of the error, which shows how to react to it. */
  get group(): ErrorGroup {
    return ERROR_CODES[this.code].group
  }

  /** True if retrying the same action can succeed. */
  get retryable(): boolean {
    return this.group === 'retry'
  }

  /**
   * The section about the code in the documentation, as a path below the address of your copy of it
   * (`npm run docs`).
   * @example
   * console.warn(error.message, new URL(error.docsPath, 'https://docs.example/'))
   */
  get docsPath(): string {
    return getDocsPath(this.code)
  }

  /**
   * Returns the first of this error and its causes that `matches`, or undefined. Default: the
   * innermost cause.
   * @example
   * const rejection = error.walk((cause) => Object(cause).code === 4001)
   */
  walk(matches = (error: unknown): boolean => !Object(error).cause): unknown {
    // Bounded, because foreign causes can be circular.
    for (let error: unknown = this, left = MAX_DEPTH; error && left--; error = Object(error).cause) {
      if (matches(error)) return error
    }
    return undefined
  }
}

const MAX_DEPTH = 20

/** The section about a code in the documentation: `docsPath` of its errors. */
export function getDocsPath(code: ErrorCode): string {
  return `reference/errors.html#${code}`
}

/** The error itself if it is a `SluiceError`, otherwise an `UNKNOWN` error with it as the cause. */
export function asSluiceError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  return new SluiceError('UNKNOWN', { cause: error, details: String(error) })
}
