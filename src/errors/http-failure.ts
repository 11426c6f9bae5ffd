import type { ErrorCode } from './codes.ts'
import type { SluiceErrorOptions } from './sluice-error.ts'

export interface HttpFailure {
  status: number
  type: ResponseType
  /** The body, as text. */
  text: string
  /** The header: seconds or an HTTP date. */
  retryAfter: string | null
  requestId: string | undefined
  url: string
}

/**
 * Converts an HTTP response outside 2xx to the arguments of a `SluiceError` (interface, section 7).
 */
export function httpFailure(failure: HttpFailure): [code: ErrorCode, options: SluiceErrorOptions] {
  const { url, requestId } = failure
  if (isRedirect(failure)) {
    const details = `${url}: the response is a redirect, which is not followed`
    return ['SERVICE_ERROR', { details, supportId: requestId }]
  }
  const message = getMessage(failure.text)
  const options = {
    details: `${url}: ${failure.status}${message ? ` ${message}` : ''}`,
    supportId: requestId,
    retryAfterMs: parseRetryAfter(failure.retryAfter),
  }
  return [toErrorCode(failure.status, message), options]
}

function toErrorCode(status: number, message: string): ErrorCode {
  if (status === 429) return 'RATE_LIMITED'
  if (status === 401 || status === 403) return 'FORBIDDEN'
  if (status === 503) return 'SERVICE_UNAVAILABLE'
  if (status === 408 || status === 504) return 'TIMEOUT'
  if (status >= 500) return 'SERVICE_ERROR'
  if (message.startsWith('Unable to fetch a solution')) return 'NO_ROUTE'
  return 'INVALID_REQUEST'
}

/** `{error}` of the router, rates and yield; `{errors: [{message}]}` of GraphQL; otherwise "". */
function getMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return ''
    if ('error' in body && typeof body.error === 'string') return body.error
    const [first]: unknown[] = 'errors' in body && Array.isArray(body.errors) ? body.errors : []
    const message = typeof first === 'object' && first !== null && 'message' in first ? first.message : ''
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d{1,6}$/.test(header.trim()) ? Number(header) : undefined
  const ms = seconds === undefined ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Returns true for a redirect: opaque in browsers, with its status in Node. */
function isRedirect({ type, status }: HttpFailure): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}
