/** The parts of JSON Schema the interface descriptions use. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
}

/** Path of the first value a schema does not allow; undefined when valid. */
export function findFault(schema: Schema, value: unknown, place = ''): string | undefined {
  if (schema.anyOf) {
    const faults = schema.anyOf.map((option) => findFault(option, value, place))
    return faults.includes(undefined) ? undefined : faults[0]
  }
  if ('const' in schema && value !== schema.const) return `${place}: is not ${schema.const}`
  if (schema.enum && !schema.enum.includes(value)) return `${place}: is none of ${schema.enum}`
  switch (schema.type) {
    case 'object':
      return faultOfObject(schema, value, place)
    case 'array': {
      if (!Array.isArray(value)) return `${place}: is no array`
      const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema
      if (value.length < minItems || value.length > maxItems) return `${place}: has ${value.length} items`
      return first(value.map((item, i) => findFault(items, item, `${place}[${i}]`)))
    }
    case 'string': {
      if (typeof value !== 'string') return `${place}: is no string`
      const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
      if (value.length < minLength || value.length > maxLength)
        return `${place}: has ${value.length} characters`
      return pattern && !new RegExp(pattern, 'u').test(value)
        ? `${place}: ${value} is not like ${pattern}`
        : undefined
    }
    case 'integer':
    case 'number': {
      if (typeof value !== 'number') return `${place}: is no number`
      if (schema.type === 'integer' && !Number.isInteger(value)) return `${place}: ${value} is not whole`
      const { minimum = -Infinity, maximum = Infinity } = schema
      return value < minimum || value > maximum ? `${place}: ${value} is out of bounds` : undefined
    }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${place}: is no boolean`
    case 'null':
      return value === null ? undefined : `${place}: is not null`
    default:
      return undefined
  }
}

function faultOfObject(schema: Schema, value: unknown, place: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${place}: is no object`
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required.find((name) => !(name in value))
  if (missing) return `${place}.${missing}: is missing`
  return first(
    Object.entries(value).map(([name, field]) => {
      const known = properties[name] ?? additionalProperties
      return typeof known === 'object' ? findFault(known, field, `${place}.${name}`) : undefined
    }),
  )
}

function first(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined)
}
