import { maskError } from 'graphql-yoga'
import type { Logger } from '../observability/logger.ts'

/** What a caller may read of an error: words about the query itself, always with a code. The rest is logged. */
export function maskGraphqlError(error: unknown, logger: Logger): Error {
  const shown = maskError(error, 'Internal server error', false)
  if (shown !== error) {
    logger.error({ error: error instanceof Error ? error.stack : String(error) }, 'unexpected error')
    return shown
  }
  const { extensions } = shown as { extensions?: Record<string, unknown> }
  if (extensions) extensions.code ??= 'BAD_USER_INPUT'
  return shown
}
