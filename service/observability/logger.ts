import { type LoggerOptions, pino } from 'pino'

export interface Logger {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** JSON lines, on standard output unless told otherwise. `level` is one of pino's, default `info`; `silent` says nothing. */
export function createLogger(level = 'info', destination?: NodeJS.WritableStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Nothing should pass these on; if something ever does, they stay out of the log.
    redact: { paths: ['*.key', '*.apiKey', 'headers', '*.headers', '*.userAddress'], censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
