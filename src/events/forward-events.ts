import { redactAccounts } from './redact-accounts.ts'
import type { EventBus, EventEnvelope, EventName } from './types.ts'

export interface ForwardOptions {
  /** The events to forward. Default: all but `formFieldChanged` and `tokenSearch`, which come with each key typed. */
  names?: readonly EventName[]
  /** `omit` (default) leaves out addresses of accounts and transaction hashes; `keep` forwards them. */
  accounts?: 'omit' | 'keep'
}

const NOISY: ReadonlySet<EventName> = new Set<EventName>(['formFieldChanged', 'tokenSearch'])

/**
 * Calls `forward` with the chosen events, from the last of each on; where it takes the place of an ended one to the same
 * target with the same options, from the first that was not forwarded. Returns the unsubscribe function.
 */
export function forwardEvents(
  events: Pick<EventBus, 'onAny'>,
  forward: (event: EventEnvelope) => void,
  { target, names, accounts = 'omit' }: ForwardOptions & { target: string },
): () => void {
  return events.onAny(
    (event) => {
      const isWanted = names ? names.includes(event.name) : !NOISY.has(event.name)
      if (isWanted) forward(accounts === 'keep' ? event : redactAccounts(event))
    },
    { replay: true, resumes: JSON.stringify([target, names, accounts]) },
  )
}
