import { createHashQueue } from './create-hash-queue.ts'
import { redactAccounts } from './redact-accounts.ts'
import { createFunnel, type FunnelStep } from './to-funnel.ts'
import type { EventBus, EventEnvelope, EventName } from './types.ts'

/**
 * The options of forwarded events. Throws a `TypeError` for `hash` with a `salt` of fewer than 16
 * characters.
 * @example
 * const options: ForwardOptions = { names: 'funnel' }
 */
export interface ForwardOptions {
  /**
   * The events to forward. With `funnel`, forwards the steps of a user on the way to a swap instead
   * of the events: `funnelConnect`, `funnelQuote`, `funnelReview`, `funnelApprove`, `funnelSign`,
   * `funnelMined` and `funnelDropped`, the last with its reason. They contain no account and no
   * quote. Default: all events except `formFieldChanged` and `tokenSearch`, which occur on each
   * keystroke.
   */
  names?: readonly EventName[] | 'funnel'
  /**
   * `omit` (default) removes addresses of accounts, transaction hashes, and the service's ids of
   * quotes and requests (`quoteId`, `supportId`), which identify an account; `keep` forwards them;
   * `hash` replaces them by values that can only be compared (HMAC-SHA-256 under `salt`). Hashing
   * is asynchronous: values that are not hashed when the page is hidden or the subscription ends
   * are forwarded as with `omit`.
   */
  accounts?: 'omit' | 'keep' | 'hash'
  /**
   * With `hash`: a secret text of at least 16 characters, so that hashes of different integrators
   * cannot be compared. A reader of the salt, and so of the page that forwards, can find the
   * address of a hash by trying.
   */
  salt?: string
}

/**
 * An event as it is forwarded: one of the widget, or a step of the funnel in its envelope.
 * @example
 * const received = (body: { events: ForwardedEvent[] }) => body.events.map(({ id, name }) => `${id} ${name}`)
 */
export type ForwardedEvent = EventEnvelope | (Omit<EventEnvelope, 'name' | 'payload'> & FunnelEvent)

interface FunnelEvent {
  name: `funnel${Capitalize<FunnelStep['step']>}`
  payload: FunnelStep
}

const NOISY: ReadonlySet<EventName> = new Set<EventName>(['formFieldChanged', 'tokenSearch'])
const MIN_SALT_LENGTH = 16

interface Target {
  /** The target, which stays the same when a subscription replaces an ended one. */
  target: string
  /** Sends collected events when the page is hidden or the subscription ends. */
  flush?: () => void
}

/**
 * Calls `forward` with the chosen events, from the last of each on; if it replaces an ended
 * subscription to the same target with the same options, from the first that was not forwarded.
 * Returns the unsubscribe function, after which nothing is forwarded.
 */
export function forwardEvents(
  events: Pick<EventBus, 'onAny'>,
  forward: (event: ForwardedEvent) => void,
  { target, flush, names, accounts = 'omit', salt = '' }: ForwardOptions & Target,
): () => void {
  if (accounts === 'hash' && salt.length < MIN_SALT_LENGTH) {
    throw new TypeError(`salt: expected a text of at least ${MIN_SALT_LENGTH} characters`)
  }
  const funnel = createFunnel()
  const hashes = createHashQueue(salt, forward)

  function settle(): void {
    hashes.settle()
    flush?.()
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') settle()
  }

  const page = typeof document === 'undefined' ? undefined : document
  page?.addEventListener('visibilitychange', onHidden)
  const unsubscribe = events.onAny(
    (event) => {
      if (names === 'funnel') {
        const step = funnel(event)
        if (!step) return
        const { quoteId: _, ...envelope } = event
        forward({ ...envelope, name: toName(step), payload: step } as ForwardedEvent)
        return
      }
      const isWanted = names ? names.includes(event.name) : !NOISY.has(event.name)
      if (!isWanted) return
      if (accounts === 'keep') return forward(event)
      if (accounts === 'omit') return forward(redactAccounts(event))
      hashes.add(event)
    },
    { replay: true, resumes: JSON.stringify([target, names, accounts, salt]) },
  )
  return () => {
    unsubscribe()
    page?.removeEventListener('visibilitychange', onHidden)
    settle()
  }
}

function toName({ step }: FunnelStep): string {
  return `funnel${step.charAt(0).toUpperCase()}${step.slice(1)}`
}
