/** The parts of JSON Schema that the interface descriptions use. */
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

export interface Maker {
  /** Returns a number from 0 to 1. */
  random(): number
  /** Preferred values by field name. */
  hints: Readonly<Record<string, readonly unknown[]>>
}

/** Creates a value that the schema allows. */
export function makeValue(schema: Schema, maker: Maker): unknown {
  const { random } = maker
  if (schema.anyOf) return makeValue(pick(schema.anyOf, random), maker)
  if ('const' in schema) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const fields = Object.entries(properties).filter(([name]) => required.includes(name) || random() < 0.5)
      return Object.fromEntries(
        fields.map(([name, field]) => {
          const hint = maker.hints[name]
          return [name, hint ? pick(hint, random) : makeValue(field, maker)]
        }),
      )
    }
    case 'array': {
      const { minItems = 0, maxItems = 5, items = {} } = schema
      return Array.from({ length: between(minItems, Math.min(maxItems, minItems + 30), random) }, () =>
        makeValue(items, maker),
      )
    }
    case 'string':
      if (schema.pattern) return matching(schema.pattern, random)
      return 'x'.repeat(between(schema.minLength ?? 0, schema.maxLength ?? 20, random))
    case 'integer':
    case 'number':
      return between(schema.minimum ?? 0, Math.min(schema.maximum ?? 1e6, 1e12), random)
    case 'boolean':
      return random() < 0.5
    default:
      return null
  }
}

const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  '',
  ' ',
  '0x',
  'ü\u0000\ud83d\ude00',
  '9'.repeat(600),
  [],
  {},
  [[]],
  { toString: 1 },
]

/** Replaces one part of the value with a hostile value, or removes it. */
export function spoilValue(value: unknown, maker: Maker): unknown {
  const { random } = maker
  if (Array.isArray(value) && value.length > 0 && random() < 0.8) {
    const place = between(0, value.length - 1, random)
    return value.map((item, i) => (i === place ? spoilValue(item, maker) : item))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random() < 0.9) {
    const names = Object.keys(value)
    if (names.length === 0) return pick(STRANGE, random)
    const name = pick(names, random)
    const { [name]: spoilt, ...rest } = value as Record<string, unknown>
    return random() < 0.3 ? rest : { ...rest, [name]: spoilValue(spoilt, maker) }
  }
  return pick(STRANGE, random)
}

/** Creates a string that matches a pattern of classes, groups and counts. */
function matching(pattern: string, random: () => number): string {
  const source = pattern.replace(/^\^|\$$/g, '')
  const [text] = alternatives(source, 0, random)
  return text
}

function alternatives(source: string, start: number, random: () => number): [text: string, end: number] {
  const options: string[] = ['']
  let at = start
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      options.push('')
      at += 1
      continue
    }
    const [make, afterAtom] = atomAt(source, at, random)
    const [least, most, afterCount] = countAt(source, afterAtom)
    options[options.length - 1] += Array.from({ length: between(least, most, random) }, make).join('')
    at = afterCount
  }
  return [pick(options, random), at]
}

function atomAt(source: string, at: number, random: () => number): [make: () => string, end: number] {
  if (source[at] === '(') {
    const start = source.startsWith('(?:', at) ? at + 3 : at + 1
    const [, end] = alternatives(source, start, random)
    return [() => alternatives(source, start, random)[0], end + 1]
  }
  if (source[at] === '[') {
    const end = source.indexOf(']', at)
    const members = getMembers(source.slice(at + 1, end))
    return [() => pick(members, random), end + 1]
  }
  if (source[at] === '\\') return [() => source[at + 1] ?? '', at + 2]
  return [() => source[at] ?? '', at + 1]
}

function getMembers(body: string): string[] {
  const plain = body.replace(/\\x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const members: string[] = []
  for (let i = 0; i < plain.length; i += 1) {
    if (plain[i + 1] === '-' && i + 2 < plain.length) {
      for (let code = plain.charCodeAt(i); code <= plain.charCodeAt(i + 2); code += 1) {
        members.push(String.fromCharCode(code))
      }
      i += 2
    } else members.push(plain[i] as string)
  }
  return members
}

function countAt(source: string, at: number): [least: number, most: number, end: number] {
  if (source[at] === '?') return [0, 1, at + 1]
  if (source[at] === '*') return [0, 8, at + 1]
  if (source[at] === '+') return [1, 8, at + 1]
  if (source[at] !== '{') return [1, 1, at]
  const end = source.indexOf('}', at)
  const [least = 0, most = least] = source
    .slice(at + 1, end)
    .split(',')
    .map(Number)
  return [least, most, end + 1]
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function between(least: number, most: number, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1))
}
