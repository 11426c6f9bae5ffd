import { maskError } from 'graphql-yoga'
import type { Logger } from '../observability/logger.ts'
import { errorTrace } from '../observability/plain-fields.ts'

/**
 * Returns the error for the caller. Errors about the query itself keep their message and have a
 * code. All others are masked and logged.
 */
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

/** Unwraps the error a resolver threw. */
function getOriginalError(error: unknown): unknown {
  let origin = error
  while (origin instanceof Error && 'originalError' in origin && origin.originalError) {
    origin = origin.originalError
  }
  return origin
}
