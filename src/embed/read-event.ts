import * as v from 'valibot'
import { object } from '../../wire/own-object.ts'
import type { RelayedEvent } from '../events/create-event-bus.ts'
import { EVENT_NAMES } from '../events/event-names.ts'
import { EVENT_SCHEMAS } from '../events/event-schemas.ts'

/** The longest id or time. */
const MAX_TEXT = 100

const textSchema = v.pipe(v.string(), v.maxLength(MAX_TEXT))
const envelopeSchema = object({
  id: textSchema,
  timestamp: textSchema,
  name: v.picklist(EVENT_NAMES),
  payload: v.unknown(),
})

/**
 * Validates an event of a frame, without unknown fields and without the fields that the page's own
 * bus sets. Throws for anything else, because a frame is untrusted.
 */
export function readEvent(told: unknown): RelayedEvent {
  const { success, output } = v.safeParse(envelopeSchema, told)
  if (!success) throw new Error('The frame sent an unknown event')
  const payload = v.safeParse(EVENT_SCHEMAS[output.name], output.payload)
  if (!payload.success) throw new Error(`The frame sent "${output.name}" with an invalid payload`)
  return Object.assign(output, { payload: payload.output }) as RelayedEvent
}
