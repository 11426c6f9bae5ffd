/** The keywords that the published schemas use. Anything else is refused, so that none is passed over unseen. */
interface Schema {
  [keyword: string]: unknown
}

const NOTES = new Set(['$schema', '$defs', 'title', 'description', 'format'])

/** What is wrong with a JSON value by a schema of the 2020-12 draft; empty when nothing is. */
export function findSchemaProblems(schema: Schema, value: unknown, path = '$', root = schema): string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (NOTES.has(keyword)) return []
    const check = (inner: unknown, given: unknown, at: string) =>
      findSchemaProblems(inner as Schema, given, at, root)
    const problem = (isWrong: boolean) => (isWrong ? [`${path}: ${keyword} ${JSON.stringify(rule)}`] : [])
    const record = isRecord(value) ? value : {}
    const known = Object.keys((schema.properties as object | undefined) ?? {})
    const others = Object.keys(record).filter((key) => !known.includes(key))
    switch (keyword) {
      case '$ref':
        return check((root.$defs as Schema)[String(rule).replace('#/$defs/', '')], value, path)
      case 'type':
        return problem(!isOfType(rule, value))
      case 'const':
        return problem(value !== rule)
      case 'enum':
        return problem(!(rule as unknown[]).includes(value))
      case 'pattern':
        return problem(typeof value === 'string' && !new RegExp(String(rule)).test(value))
      case 'minimum':
        return problem(typeof value === 'number' && value < Number(rule))
      case 'maximum':
        return problem(typeof value === 'number' && value > Number(rule))
      case 'minLength':
        return problem(typeof value === 'string' && value.length < Number(rule))
      case 'minItems':
        return problem(Array.isArray(value) && value.length < Number(rule))
      case 'maxItems':
        return problem(Array.isArray(value) && value.length > Number(rule))
      case 'required':
        return problem(isRecord(value) && (rule as string[]).some((key) => !(key in value)))
      case 'properties':
        return Object.entries(rule as Schema).flatMap(([key, inner]) =>
          key in record ? check(inner, record[key], `${path}.${key}`) : [],
        )
      case 'additionalProperties':
        return rule === false
          ? problem(others.length > 0)
          : others.flatMap((key) => check(rule, record[key], `${path}.${key}`))
      case 'propertyNames':
        return Object.keys(record).flatMap((key) => check(rule, key, `${path}.${key}`))
      case 'items':
        return Array.isArray(value)
          ? value.flatMap((item, index) => check(rule, item, `${path}[${index}]`))
          : []
      case 'anyOf':
      case 'oneOf': {
        const found = (rule as Schema[]).map((option) => check(option, value, path))
        const matching = found.filter((problems) => problems.length === 0).length
        if (matching === 1 || (keyword === 'anyOf' && matching > 1)) return []
        return [
          `${path}: ${matching} options match`,
          ...found
            .toSorted((a, b) => a.length - b.length)
            .slice(0, 1)
            .flat(),
        ]
      }
      default:
        return [`${path}: unknown keyword ${keyword}`]
    }
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  return typeof value === type
}
