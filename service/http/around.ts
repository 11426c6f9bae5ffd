import { randomUUID } from 'node:crypto'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { errorTrace } from '../observability/plain-fields.ts'
import type { RequestTally } from '../observability/request-tally.ts'
import { ServiceError } from '../service-error.ts'
import { corsHeaders } from './cors.ts'
import type { HttpContext } from './http-env.ts'
import { serviceSurface } from './surface.ts'

export interface AroundDeps {
  logger: Logger
  metrics: Metrics
  tally: RequestTally
  nowMs: () => number
}

/** What every answer gets, refusals included: an id, the words browsers need, a line in the log, a measure. */
export async function around(c: HttpContext, next: () => Promise<void>, deps: AroundDeps): Promise<void> {
  const startMs = deps.nowMs()
  const requestId = randomUUID()
  c.set('requestId', requestId)
  c.set('surface', serviceSurface)
  c.set('route', 'unmatched')
  c.set('tier', 'anonymous')
  await next()

  const headers = {
    ...corsHeaders(c.get('surface'), c.req.header('origin')),
    'X-Request-ID': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  for (const [name, value] of Object.entries(headers)) c.header(name, value)

  const { status } = c.res
  const [route, tier, keyId] = [c.get('route'), c.get('tier'), c.get('keyId')]
  const durationMs = deps.nowMs() - startMs
  const measure = { route, method: methodOf(c), status, tier, durationMs }
  deps.metrics.requestDone(measure)
  deps.tally.count(measure)
  deps.logger.info({ requestId, route, method: methodOf(c), status, tier, keyId, durationMs }, 'request')
}

/** The interface's own words for a failure; what is nobody's business is logged and called an internal error. */
export function answerError(error: Error, c: HttpContext, logger: Logger): Response {
  const requestId = c.get('requestId')
  if (!(error instanceof ServiceError)) {
    logger.error({ requestId, route: c.get('route'), error: errorTrace(error) }, 'unexpected error')
  }
  const known = error instanceof ServiceError ? error : new ServiceError(500, 'Internal server error')
  if (known.retryAfterSeconds !== undefined) c.header('Retry-After', String(known.retryAfterSeconds))
  return c.json(c.get('surface').errorBody(known, requestId), known.status)
}

/** As a label: strangers can invent methods without end. */
function methodOf(c: HttpContext): string {
  return ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(c.req.method) ? c.req.method : 'OTHER'
}
