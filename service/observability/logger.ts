import { type LoggerOptions, pino } from 'pino'
import { createRedact, redactValue } from './redact.ts'

export interface Logger {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface LogTarget {
  /** Default: standard output. */
  destination?: { write(line: string): unknown }
  /** URLs whose keys are redacted. */
  addresses?: readonly string[]
}

/** Creates a JSON logger. `level` is one of pino's, default `info`. `silent` logs nothing. */
export function createLogger(level = 'info', { destination, addresses = [] }: LogTarget = {}): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // No code should log these, so this is a second defense.
    redact: { paths: ['*.key', '*.apiKey', 'headers', '*.headers', '*.userAddress'], censor: '[redacted]' },
  }
  const target = destination ?? pino.destination({ dest: 1, sync: true })
  const redact = createRedact(addresses)
  // Redacts the finished line, so that no field can leak the URL of a node.
  return pino(options, {
    write(line: string) {
      target.write(`${JSON.stringify(redactValue(JSON.parse(line), redact))}\n`)
    },
  })
}
