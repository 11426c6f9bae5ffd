import { maskError } from 'graphql-yoga'
import type { Logger } from '../observability/logger.ts'
import { errorTrace } from '../observability/plain-fields.ts'

/** What a caller may read of an error: words about the query itself, always with a code. The rest is logged. */
export function maskGraphqlError(error: unknown, logger: Logger): Error {
  const shown = maskError(error, 'Internal server error', false)
  if (shown !== error) {
    const thrown = getOriginalError(error)
    logger.error({ error: thrown instanceof Error ? errorTrace(thrown) : String(thrown) }, 'unexpected error')
    return shown
  }
  const { extensions } = shown as { extensions?: Record<string, unknown> }
  if (extensions) extensions.code ??= 'BAD_USER_INPUT'
  return shown
}

/** What a resolver threw, out of the wrappings of those it passed: only that knows how it is put into words. */
function getOriginalError(error: unknown): unknown {
  let origin = error
  while (origin instanceof Error && 'originalError' in origin && origin.originalError) {
    origin = origin.originalError
  }
  return origin
}
