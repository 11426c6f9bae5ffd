import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type { JsonSchema }

/** The JSON schema of a request. */
export function requestSchema(schema: GenericSchema): JsonSchema {
  return convert(schema, {})
}

/** The JSON schema of a response: of a union, the first option, because clients accept the others for other services only. */
export function responseSchema(schema: GenericSchema): JsonSchema {
  return convert(schema, {
    // The other options need not be convertible.
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
