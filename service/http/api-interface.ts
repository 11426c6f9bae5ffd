import type { ServiceError } from '../lib/service-error.ts'
import { YieldError } from '../yield/core/yield-error.ts'

/** The error format and options of one interface. */
export interface ApiInterface {
  name: 'service' | 'router' | 'tokens' | 'rates' | 'yield'
  /** True if CORS allows credentials. */
  allowsCredentials: boolean
  /** True if the interface uses API keys. */
  readsKeys: boolean
  errorBody(error: ServiceError, requestId: string): unknown
}

/** The format of the router, the exchange rates and paths outside any interface (section 7). */
export function statusInterface(name: ApiInterface['name']): ApiInterface {
  return {
    name,
    allowsCredentials: false,
    readsKeys: true,
    errorBody: ({ status, message, hint }) => ({
      statusCode: status,
      error: message,
      ...(hint && { message: hint }),
    }),
  }
}

export const serviceInterface = statusInterface('service')

const GRAPHQL_CODES: Partial<Record<ServiceError['status'], string>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
}

export const tokensInterface: ApiInterface = {
  name: 'tokens',
  allowsCredentials: false,
  readsKeys: false,
  errorBody: ({ status, message }) => ({
    errors: [{ message, extensions: { code: GRAPHQL_CODES[status] ?? 'INTERNAL_SERVER_ERROR' } }],
  }),
}

export const yieldInterface: ApiInterface = {
  name: 'yield',
  allowsCredentials: true,
  readsKeys: false,
  errorBody(error, requestId) {
    const { type, step } = error instanceof YieldError ? error : toYieldType(error)
    return {
      success: false,
      error: error.message,
      error_type: type,
      ...(step && { step }),
      request_id: requestId,
    }
  },
}

/** Error type and step for errors raised before the yield interface runs. */
function toYieldType({ status, retryAfterSeconds }: ServiceError): Pick<YieldError, 'type' | 'step'> {
  if (status === 429) return { type: 'resource_exhaustion', step: undefined }
  // With `Retry-After`: overloaded. Without: not served.
  if (status === 503 && retryAfterSeconds) return { type: 'resource_exhaustion', step: undefined }
  if (status === 503) return { type: 'startup_error', step: 'initialization_failed' }
  if (status === 500) return { type: 'internal_error', step: undefined }
  if (status === 404) return { type: 'calculation_failed', step: undefined }
  return { type: 'validation_error', step: status === 413 ? 'input_validation' : undefined }
}
