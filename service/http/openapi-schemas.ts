import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type { JsonSchema }

/** The JSON schema of a request. */
export function requestSchema(schema: GenericSchema): JsonSchema {
  return convert(schema, {})
}

/**
 * Returns the JSON schema of a response. For a union it is the first option, because clients accept
 * the others for other services only.
 */
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
  return describeFields(converted)
}

/** Descriptions of fields whose name and type are not enough. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  isPermit2:
    'Take the input through Permit2. Where the Permit2 allowance of the router covers the input at the block of the quote, ' +
    'the call uses it as it is. Otherwise the last argument of the call is empty, and the client fills it with a signed permit.',
  lowBalance: 'The balance of userAddress is below the input, or below maxInputAmount of a purchase.',
  lowAllowance:
    'The call cannot take the input before userAddress approves the router, or before a signed permit is added. The ' +
    'simulation overrides a missing balance and allowance, so revert describes the route alone.',
  optimalityGapBps:
    'How far this answer can be below what any route could pay, certified, in basis points of outputAmount; of a purchase, ' +
    'above what any could cost, in those of inputAmount. Both sides count gas: on a small trade most of it is a part of the ' +
    'gas of one pool.',
}

function describeFields(schema: JsonSchema): JsonSchema {
  const { properties } = schema
  if (!properties) return schema
  const described = Object.entries(properties).map(([name, field]) => {
    if (typeof field === 'boolean') return [name, field]
    const description = DESCRIPTIONS[name]
    return [name, { ...describeFields(field), ...(description !== undefined && { description }) }]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}
