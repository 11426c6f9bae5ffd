import { randomUUID } from 'node:crypto'
import { ServiceError } from '../lib/service-error.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { errorTrace } from '../observability/plain-fields.ts'
import type { RequestTally } from '../observability/request-tally.ts'
import { type ApiInterface, serviceInterface } from './api-interface.ts'
import { corsHeaders } from './cors.ts'
import { DOOR_ERROR, type Door, type Refused } from './create-door.ts'
import type { HttpContext } from './http-env.ts'

export interface RequestMiddlewareDeps {
  logger: Logger
  metrics: Metrics
  tally: RequestTally
  nowMs: () => number
  door: Door
}

/** What every answer gets, refusals included: an id, the words browsers need, a line in the log, a measure. */
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
    deps.door.refuse(caller, { api, route, tier })
  }
  tell({ requestId, route, method: c.req.method, status, tier, keyId, startMs }, deps)
}

/** The answer to whoever the door is closed to: nothing is looked at but what it takes to say so. */
export function answerAtDoor(
  { method, headers }: Request,
  refused: Refused,
  deps: RequestMiddlewareDeps,
): Response {
  const startMs = deps.nowMs()
  const requestId = randomUUID()
  const { api, route, tier } = refused
  const body = JSON.stringify(api.errorBody(DOOR_ERROR, requestId))
  const { status, retryAfterSeconds } = DOOR_ERROR
  tell({ requestId, route, method, status, tier, keyId: undefined, startMs }, deps)
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

interface Told {
  requestId: string
  route: string
  method: string
  status: number
  tier: string
  keyId: string | undefined
  startMs: number
}

function tell(
  { startMs, method: named, ...told }: Told,
  { metrics, tally, logger, nowMs }: RequestMiddlewareDeps,
) {
  const { route, status, tier } = told
  // As a label: strangers can invent methods without end.
  const method = ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(named) ? named : 'OTHER'
  const durationMs = nowMs() - startMs
  metrics.requestDone({ route, method, status, tier, durationMs })
  tally.count({ route, method, status, tier, durationMs })
  logger.info({ ...told, method, durationMs }, 'request')
}

/** The interface's own words for a failure; what is nobody's business is logged and called an internal error. */
export function answerError(error: Error, c: HttpContext, logger: Logger): Response {
  const requestId = c.get('requestId')
  if (!(error instanceof ServiceError)) {
    logger.error({ requestId, route: c.get('route'), error: errorTrace(error) }, 'unexpected error')
  }
  const known = error instanceof ServiceError ? error : new ServiceError(500, 'Internal server error')
  if (known.retryAfterSeconds !== undefined) c.header('Retry-After', String(known.retryAfterSeconds))
  return c.json(c.get('api').errorBody(known, requestId), known.status)
}
