import type { ApiInterface } from './api-interface.ts'

// `Date` lets a page measure a quote's age by the server's clock.
const EXPOSED = 'Date, X-Request-ID, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'
const ORIGIN = /^(null|[a-z][a-z0-9+.-]*:\/\/[^\s/?#,]+)$/i

/**
 * Any page may read any response, errors included: the origins of a key are checked on the real request. The
 * origin is echoed rather than `*`, because the yield interface allows credentials.
 */
export function corsHeaders(api: ApiInterface, origin: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { Vary: 'Origin', 'Access-Control-Expose-Headers': EXPOSED }
  if (origin !== undefined && !ORIGIN.test(origin)) return headers
  headers['Access-Control-Allow-Origin'] = origin ?? '*'
  if (api.allowsCredentials && origin !== undefined) headers['Access-Control-Allow-Credentials'] = 'true'
  return headers
}

/** Preflight headers. A preflight carries no key. */
export function preflightHeaders(api: ApiInterface, requested: string | undefined): Record<string, string> {
  const anyHeader =
    api.allowsCredentials && requested && /^[\w\s,-]*$/.test(requested) ? requested : undefined
  return {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': anyHeader ?? 'Content-Type, X-Api-Key',
    'Access-Control-Max-Age': '7200',
  }
}
