import { pino } from 'pino'

export interface Logger {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** JSON lines on standard output. `level` is one of pino's, default `info`; `silent` says nothing. */
export function createLogger(level = 'info'): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Nothing should pass these on; if something ever does, they stay out of the log.
    redact: { paths: ['*.key', '*.apiKey', 'headers', '*.headers', '*.userAddress'], censor: '[redacted]' },
  })
}
