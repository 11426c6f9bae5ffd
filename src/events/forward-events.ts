import { createHashQueue } from './create-hash-queue.ts'
import { redactAccounts } from './redact-accounts.ts'
import { createFunnel, type FunnelStep } from './to-funnel.ts'
import type { EventBus, EventEnvelope, EventName } from './types.ts'

/**
 * What is forwarded of the events of a widget. Throws a `TypeError` for `hash` with a `salt` of fewer than 16 characters.
 * @example
 * const options: ForwardOptions = { names: 'funnel' }
 */
export interface ForwardOptions {
  /**
   * The events to forward; or `funnel`: in place of the events the steps of a person on the way to a swap, by the names
   * `funnelConnect`, `funnelQuote`, `funnelReview`, `funnelApprove`, `funnelSign`, `funnelMined` and `funnelDropped`, the
   * last with its reason. They name no account and no quote. Default: all events but `formFieldChanged` and `tokenSearch`, which come
   * with each key typed.
   */
  names?: readonly EventName[] | 'funnel'
  /**
   * `omit` (default) leaves out addresses of accounts, transaction hashes, and the service's ids of quotes and requests
   * (`quoteId`, `supportId`), which lead to an account; `keep` forwards them; `hash` puts in their place what only says that
   * two are the same (HMAC-SHA-256 under `salt`). Hashing takes a moment: what is not hashed when the page is hidden, or at
   * the end, is forwarded as with `omit`.
   */
  accounts?: 'omit' | 'keep' | 'hash'
  /**
   * With `hash`: a text of your own, at least 16 characters, so that hashes of different integrators cannot be compared. Who
   * knows it can find the address of a hash by trying, and so can who reads the page that forwards.
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
  /** The same for who takes the place of an ended one. */
  target: string
  /** Sends what is collected: the page is hidden, or it is the end. */
  flush?: () => void
}

/**
 * Calls `forward` with the chosen events, from the last of each on; where it takes the place of an ended one to the same
 * target with the same options, from the first that was not forwarded. Returns the unsubscribe function, after which nothing
 * is forwarded.
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
