import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type { JsonSchema }

/** What a caller may write, as the wire schema reads it. */
export function requestSchema(schema: GenericSchema): JsonSchema {
  return convert(schema, {})
}

/** What the service writes: of shapes that clients read besides, the first. */
export function responseSchema(schema: GenericSchema): JsonSchema {
  return convert(schema, {
    // What only the shapes read besides are made of need not be described.
    errorMode: 'ignore',
    overrideSchema({ valibotSchema }) {
      if (valibotSchema.type !== 'union' || !('options' in valibotSchema)) return undefined
      const [first] = valibotSchema.options as GenericSchema[]
      return first && responseSchema(first)
    },
  })
}

function convert(schema: GenericSchema, config: ConversionConfig): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ...config,
  })
  return converted
}
