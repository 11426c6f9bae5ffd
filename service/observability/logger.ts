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
  /** Addresses whose keys no line may hold. */
  addresses?: readonly string[]
}

/** JSON lines. `level` is one of pino's, default `info`; `silent` says nothing. */
export function createLogger(level = 'info', { destination, addresses = [] }: LogTarget = {}): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Nothing should pass these on; if something ever does, they stay out of the log.
    redact: { paths: ['*.key', '*.apiKey', 'headers', '*.headers', '*.userAddress'], censor: '[redacted]' },
  }
  const target = destination ?? pino.destination({ dest: 1, sync: true })
  const redact = createRedact(addresses)
  // The finished line: whoever writes a field, in whatever shape, no address of a node gets past here.
  return pino(options, {
    write(line: string) {
      target.write(`${JSON.stringify(redactValue(JSON.parse(line), redact))}\n`)
    },
  })
}
