import type { ChainEvent } from '../chain/chain-events.ts'
import { createOutage, type Outage } from './create-outage.ts'
import type { Logger } from './logger.ts'
import { plainFields } from './plain-fields.ts'

/** Events for the operator at the default level: the progress of a discovery, and failures. */
const WARNINGS: ReadonlySet<ChainEvent['type']> = new Set([
  'failed',
  'reloading',
  'diverged',
  'set-aside',
  'contradicted',
  'audit-failed',
  'rediscovered',
  'list-failed',
  'none-tradable',
  'unannounced',
  'pairs-unanswered',
  'discarded',
  'discovering',
] as const)

export interface ChainLine {
  chain: string
  event: ChainEvent
  /** True while the service stops, when failures are expected. */
  isEnding: boolean
}

export interface ChainLog {
  /** Writes a line for a chain event. */
  write(line: ChainLine): void
}

/** Logs lasting faults, such as a full database, when they start and when they end. */
export function createChainLog(logger: Logger): ChainLog {
  const outages = new Map<string, Outage>()

  function warnOnce({ chain, event }: ChainLine, { type, error }: Fault): void {
    const about = { chain, ...('part' in event && { part: event.part }) }
    const key = `${type} ${Object.values(about).join(' ')}`
    const outage =
      outages.get(key) ??
      createOutage({
        onBegin: (error) => logger.warn({ ...about, ...plainFields({ error }) }, `chain ${type}`),
        onEnd: (faults) => logger.warn({ ...about, faults }, `chain ${type} has ended`),
      })
    outages.set(key, outage)
    if (error === undefined) outage.over()
    else outage.fault(error)
  }

  return {
    write(line) {
      const { chain, event, isEnding } = line
      const fault = getFault(event)
      if (fault && !isEnding) return warnOnce(line, fault)
      const { type, ...about } = event
      // Local chains stop together with the service, and may stop first.
      const log = WARNINGS.has(type) && !isEnding ? logger.warn : logger.info
      log.call(logger, { chain, ...plainFields(about) }, `chain ${type}`)
    },
  }
}

interface Fault {
  /** The event that reports the fault. */
  type: ChainEvent['type']
  /** Undefined if the fault has ended. */
  error: unknown
}

/** Returns the fault of an event that repeats during a fault or reports its end. */
function getFault(event: ChainEvent): Fault | undefined {
  switch (event.type) {
    case 'store-failed':
    case 'maintenance-failed':
    case 'token-read-failed':
      return event
    case 'store-recovered':
      return { type: 'store-failed', error: undefined }
    case 'maintenance-recovered':
      return { type: 'maintenance-failed', error: undefined }
    case 'token-read-recovered':
      return { type: 'token-read-failed', error: undefined }
    default:
      return undefined
  }
}
