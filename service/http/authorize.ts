import type { ApiKey } from '../access/api-key.ts'
import type { Caller, Decision } from '../access/create-access.ts'
import type { Allowance } from '../access/token-bucket.ts'
import type { HttpContext } from './http-env.ts'

export function getCaller(c: HttpContext): Caller {
  return { key: c.req.header('x-api-key'), origin: c.req.header('origin'), address: c.env.address }
}

/** Sets the rate limit headers, and throws when the call is not allowed. */
export async function authorize(c: HttpContext, pending: Promise<Decision>): Promise<ApiKey | undefined> {
  const decision = await pending
  if (decision.allowance) setRateHeaders(c, decision.allowance)
  c.set('tier', decision.key?.tier ?? 'anonymous')
  c.set('keyId', decision.key?.id)
  if (!decision.granted) throw decision.error
  return decision.key
}

function setRateHeaders(c: HttpContext, { limit, remaining, resetSeconds }: Allowance) {
  c.header('RateLimit-Limit', String(limit))
  c.header('RateLimit-Remaining', String(remaining))
  c.header('RateLimit-Reset', String(resetSeconds))
}
