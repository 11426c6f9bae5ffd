import * as v from 'valibot'
import type { RelayedEvent } from '../events/create-event-bus.ts'
import { EVENT_NAMES } from '../events/event-names.ts'
import { EVENT_SCHEMAS } from '../events/event-schemas.ts'

/** Of ids and times. */
const MAX_TEXT = 100

const textSchema = v.pipe(v.string(), v.maxLength(MAX_TEXT))
const envelopeSchema = v.object({
  id: textSchema,
  timestamp: textSchema,
  name: v.picklist(EVENT_NAMES),
  payload: v.unknown(),
})

/**
 * The event that a frame tells of, without what no event has, and without what the page's own bus knows. Throws for anything
 * else: a frame is a stranger.
 */
export function readEvent(told: unknown): RelayedEvent {
  const { success, output } = v.safeParse(envelopeSchema, told)
  if (!success) throw new Error('The frame told of an event that there is not')
  const payload = v.safeParse(EVENT_SCHEMAS[output.name], output.payload)
  if (!payload.success)
    throw new Error(`The frame told of "${output.name}" with a payload that it cannot have`)
  return { ...output, payload: payload.output } as RelayedEvent
}
