import { randomUUID } from 'node:crypto'
import { ServiceError } from '../lib/service-error.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { errorTrace } from '../observability/plain-fields.ts'
import type { RequestTally } from '../observability/request-tally.ts'
import { type ApiInterface, serviceInterface } from './api-interface.ts'
import { corsHeaders } from './cors.ts'
import { FLOOD_ERROR, type FloodGuard, type Refused } from './flood-guard.ts'
import type { HttpContext } from './http-env.ts'

export interface RequestMiddlewareDeps {
  logger: Logger
  metrics: Metrics
  tally: RequestTally
  nowMs: () => number
  floodGuard: FloodGuard
}

/** Adds to every response, errors included: request id, CORS headers, a log line, metrics. */
export async function requestMiddleware(
  c: HttpContext,
  next: () => Promise<void>,
  deps: RequestMiddlewareDeps,
): Promise<void> {
  const startMs = deps.nowMs()
  const requestId = randomUUID()
  c.set('requestId', requestId)
  c.set('api', serviceInterface)
  c.set('route', 'unmatched')
  c.set('tier', 'anonymous')
  await next()

  const api = c.get('api')
  const headers = toHeaders(api, { requestId, origin: c.req.header('origin') })
  for (const [name, value] of Object.entries(headers)) c.header(name, value)

  const { status } = c.res
  const [route, tier, keyId] = [c.get('route'), c.get('tier'), c.get('keyId')]
  if (status === 429 || status === 401) {
    const caller = { address: c.env.address, path: c.req.path, key: c.req.header('x-api-key') }
    deps.floodGuard.refuse(caller, { api, route, tier })
  }
  record({ requestId, route, method: c.req.method, status, tier, keyId, startMs }, deps)
}

/** The 429 for a blocked caller, made without reading the request. */
export function rejectFlood(
  { method, headers }: Request,
  refused: Refused,
  deps: RequestMiddlewareDeps,
): Response {
  const startMs = deps.nowMs()
  const requestId = randomUUID()
  const { api, route, tier } = refused
  const body = JSON.stringify(api.errorBody(FLOOD_ERROR, requestId))
  const { status, retryAfterSeconds } = FLOOD_ERROR
  record({ requestId, route, method, status, tier, keyId: undefined, startMs }, deps)
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Retry-After': String(retryAfterSeconds),
      ...toHeaders(api, { requestId, origin: headers.get('origin') ?? undefined }),
    },
  })
}

function toHeaders(
  api: ApiInterface,
  { requestId, origin }: { requestId: string; origin: string | undefined },
): Record<string, string> {
  return {
    ...corsHeaders(api, origin),
    'X-Request-ID': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

interface FinishedRequest {
  requestId: string
  route: string
  method: string
  status: number
  tier: string
  keyId: string | undefined
  startMs: number
}

function record(
  { startMs, method: rawMethod, ...fields }: FinishedRequest,
  { metrics, tally, logger, nowMs }: RequestMiddlewareDeps,
) {
  const { route, status, tier } = fields
  // A label: callers can send any method.
  const method = ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(rawMethod) ? rawMethod : 'OTHER'
  const durationMs = nowMs() - startMs
  metrics.requestDone({ route, method, status, tier, durationMs })
  tally.count({ route, method, status, tier, durationMs })
  logger.info({ ...fields, method, durationMs }, 'request')
}

/** The error in the interface's format. Unexpected errors are logged and masked as internal errors. */
export function answerError(error: Error, c: HttpContext, logger: Logger): Response {
  const requestId = c.get('requestId')
  if (!(error instanceof ServiceError)) {
    logger.error({ requestId, route: c.get('route'), error: errorTrace(error) }, 'unexpected error')
  }
  const known = error instanceof ServiceError ? error : new ServiceError(500, 'Internal server error')
  if (known.retryAfterSeconds !== undefined) c.header('Retry-After', String(known.retryAfterSeconds))
  return c.json(c.get('api').errorBody(known, requestId), known.status)
}
