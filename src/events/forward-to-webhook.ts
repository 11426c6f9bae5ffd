import { stringifyJson } from '../lib/stringify-json.ts'
import { type ForwardedEvent, type ForwardOptions, forwardEvents } from './forward-events.ts'
import type { EventBus } from './types.ts'

/**
 * Where events are sent, and how often.
 * @example
 * const options: WebhookOptions = { url: 'https://example.com/swaps', batchMs: 5_000, accounts: 'keep' }
 */
export interface WebhookOptions extends ForwardOptions {
  /**
   * Receives `POST` with `{ "events": [envelope, …] }` as JSON. A URL of another origin has to
   * allow the content type.
   */
  url: string
  /**
   * Milliseconds in which events are collected. Default 2000. The rest is sent when the page is
   * hidden.
   */
  batchMs?: number
}

const MAX_BATCH = 20

/**
 * Sends the events of a widget to a URL in batches, also while the page closes. Failed requests are
 * not retried. Returns a function that sends the rest and unsubscribes. Throws a `TypeError` for a
 * `salt` that is too short.
 * @example forwardToWebhook(events, { url: 'https://example.com/swaps', names: ['routeExecutionCompleted'] })
 */
export function forwardToWebhook(
  events: Pick<EventBus, 'onAny'>,
  { url, batchMs = 2_000, ...options }: WebhookOptions,
): () => void {
  let batch: ForwardedEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (batch.length === 0) return
    const body = stringifyJson({ events: batch })
    batch = []
    send(url, body)
  }

  return forwardEvents(
    events,
    (event) => {
      batch.push(event)
      if (batch.length >= MAX_BATCH) flush()
      else timer ??= setTimeout(flush, batchMs)
    },
    { ...options, flush, target: `webhook ${url}` },
  )
}

/**
 * Outlives the page. Not a beacon: beacons carry cookies, which a server that allows every origin
 * must not accept.
 */
function send(url: string, body: string): void {
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    // Browsers reject keepalive requests of more than 64 kB.
    keepalive: body.length < 60_000,
    credentials: 'omit',
  }).catch(() => {})
}
