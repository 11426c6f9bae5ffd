import type { ChainEvent } from '../chain/chain-events.ts'
import type { Logger } from './logger.ts'
import { plainFields } from './plain-fields.ts'

/** What an operator should see at the default level: the progress of a discovery, and what goes wrong. */
const WARNINGS: ReadonlySet<ChainEvent['type']> = new Set([
  'failed',
  'reloading',
  'diverged',
  'contradicted',
  'unaudited',
  'rediscovered',
  'discarded',
  'unkept',
  'discovering',
] as const)

/** Writes a line for an event of following a chain. `isEnding`: the service is, and what fails is expected to. */
export function logChainEvent(
  logger: Logger,
  { chain, event, isEnding }: { chain: string; event: ChainEvent; isEnding: boolean },
): void {
  const { type, ...about } = event
  // Local chains stop together with the service, and may end first.
  const log = WARNINGS.has(type) && !isEnding ? logger.warn : logger.info
  log.call(logger, { chain, ...plainFields(about) }, `chain ${type}`)
}
