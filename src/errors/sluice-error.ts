import { ERROR_CODES, type ErrorCode, type ErrorGroup } from './codes.ts'

export interface SluiceErrorOptions {
  /** A sentence fit for a person; the code's own words when omitted. */
  message?: string
  /** For the integrator: what exactly was received or expected. Never shown as the main text. */
  details?: string | undefined
  cause?: unknown
  /** `X-Request-ID` or `quoteId` at hand, to quote to support. */
  supportId?: string | undefined
  /** Wait this long before trying again, in milliseconds (429, 503). */
  retryAfterMs?: number | undefined
  txHash?: `0x${string}` | undefined
}

/**
 * The one error class of the widget. `code` is stable and published, `message` is fit for a person,
 * `details` and `cause` are for whoever debugs.
 */
export class SluiceError extends Error {
  override readonly name = 'SluiceError'
  readonly code: ErrorCode
  readonly details: string | undefined
  readonly supportId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly txHash: `0x${string}` | undefined

  constructor(code: ErrorCode, options: SluiceErrorOptions = {}) {
    super(options.message ?? ERROR_CODES[code].message, { cause: options.cause })
    this.code = code
    this.details = options.details
    this.supportId = options.supportId
    this.retryAfterMs = options.retryAfterMs
    this.txHash = options.txHash
  }

  /** What can be done about it. */
  get group(): ErrorGroup {
    return ERROR_CODES[this.code].group
  }

  /** Whether trying the same again can help. */
  get retryable(): boolean {
    return this.group === 'retry'
  }
}

/** An error as the widget's own. What nobody translated where it entered is a defect: `UNKNOWN`, with its cause. */
export function asSluiceError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  return new SluiceError('UNKNOWN', { cause: error, details: String(error) })
}
