import { type ForwardOptions, forwardEvents } from './forward-events.ts'
import type { EventBus } from './types.ts'

/**
 * The signature of `analytics.track` of Segment, `posthog.capture`, and similar functions.
 * @example
 * const track: Track = (name, properties) => console.log(name, properties)
 */
export type Track = (name: string, properties: Record<string, unknown>) => unknown

/**
 * How events are named and which are tracked.
 * @example
 * const options: TrackOptions = { prefix: 'Swap ', names: 'funnel' }
 */
export interface TrackOptions extends ForwardOptions {
  /** The prefix of each event's name. Default `Sluice `. */
  prefix?: string
}

/**
 * Tracks the events of a widget, e.g. as "Sluice Route Execution Completed" with the payload as
 * properties; a payload that is not an object becomes `value`. Returns the unsubscribe function.
 * Throws a `TypeError` for a `salt` that is too short.
 * @example forwardToTrack(events, (name, properties) => analytics.track(name, properties))
 */
export function forwardToTrack(
  events: Pick<EventBus, 'onAny'>,
  track: Track,
  { prefix = 'Sluice ', ...options }: TrackOptions = {},
): () => void {
  return forwardEvents(
    events,
    ({ name, payload, ...sluice }) => {
      const properties = typeof payload === 'object' ? payload : { value: payload }
      track(`${prefix}${toTitle(name)}`, {
        ...properties,
        sluice,
      })
    },
    { ...options, target: `track ${prefix}` },
  )
}

function toTitle(name: string): string {
  return name.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase())
}
