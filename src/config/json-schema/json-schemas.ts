import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { EVENT_SCHEMAS, routeSchema } from '../../events/event-schemas.ts'
import { configSchema } from '../config-schema.ts'
import { readConfigDocs } from './docstrings.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** Returns the JSON Schema of the event envelopes that `onAny` passes and adapters send. */
export function eventsJsonSchema(): JsonSchema {
  return {
    $schema: DRAFT,
    $defs: { route: convert(routeSchema) },
    title: 'An event of the Sluice widget, in its envelope',
    oneOf: Object.entries(EVENT_SCHEMAS).map(([name, schema]) => ({
      title: name,
      type: 'object',
      properties: {
        version: { const: 1 },
        id: { type: 'string' },
        instanceId: { type: 'string' },
        sessionId: { type: 'string' },
        swapId: { type: 'string' },
        quoteId: { type: 'string' },
        sequence: { type: 'integer', minimum: 1 },
        timestamp: { type: 'string', format: 'date-time' },
        name: { const: name },
        payload: convert(schema, { route: routeSchema }),
      },
      required: [
        'version',
        'id',
        'instanceId',
        'sessionId',
        'sequence',
        'timestamp',
        'name',
        ...(schema.type === 'optional' ? [] : ['payload']),
      ],
    })),
  } as JsonSchema
}

/**
 * Returns the JSON Schema of the config fields that JSON can express, with the descriptions of
 * `WidgetConfig`.
 */
export function configJsonSchema(): JsonSchema {
  const schema = convert(configSchema)
  const descriptions = readDescriptions()
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const description = descriptions[name]
    return [name, { ...(field as object), ...(description && { description }) }]
  })
  return {
    $schema: DRAFT,
    title: 'The config of a Sluice widget',
    ...schema,
    properties: Object.fromEntries(properties),
  } as JsonSchema
}

/** Converts a schema. `definitions` become references, which the caller must define. */
function convert(schema: GenericSchema, definitions?: Record<string, GenericSchema>): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...converted
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ...(definitions && { definitions }),
  })
  return converted as JsonSchema
}

/** Returns the comments above the fields of `WidgetConfig`, without their examples. */
function readDescriptions(): Record<string, string> {
  return Object.fromEntries(readConfigDocs().map(({ name, description }) => [name, description]))
}
