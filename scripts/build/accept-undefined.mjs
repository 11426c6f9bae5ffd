import { parseSync } from 'oxc-parser'

/** Types that need parentheses in a union. */
const LOOSE = ['TSFunctionType', 'TSConstructorType', 'TSConditionalType']

/**
 * Adds `| undefined` to the type of each optional member of a declaration file. Otherwise hosts
 * with `exactOptionalPropertyTypes` could not pass `undefined`. Throws for an optional method, to
 * which TypeScript allows no such type.
 */
export function acceptUndefined(code, file) {
  const { program, errors } = parseSync(file, code, { lang: 'dts' })
  if (errors.length) throw new Error(`Cannot parse ${file}: ${errors[0].message}`)
  const insertions = findOptionalTypes(program, file).flatMap(({ type, start, end }) =>
    LOOSE.includes(type)
      ? [
          [start, '('],
          [end, ') | undefined'],
        ]
      : [[end, ' | undefined']],
  )
  let result = ''
  let last = 0
  for (const [position, text] of insertions.sort(([a], [b]) => a - b)) {
    result += code.slice(last, position) + text
    last = position
  }
  return result + code.slice(last)
}

const ACCEPTING = ['TSUndefinedKeyword', 'TSUnknownKeyword']

/** Returns the types of optional members that do not accept `undefined` yet. */
function findOptionalTypes(node, file) {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap((child) => findOptionalTypes(child, file))
  if (node.type === 'TSMethodSignature' && node.optional)
    throw new Error(`${file}: ${node.key.name}?() is an optional method. Declare a property instead.`)
  const type = readOptionalType(node)
  const members = type?.type === 'TSUnionType' ? type.types : [type]
  const isDone = !type || members.some((member) => ACCEPTING.includes(member.type))
  return isDone ? inner : [type, ...inner]
}

/** Returns the type of an optional property, of a mapped type, or of a `Partial<Record<…>>`. */
function readOptionalType({ type, optional, typeAnnotation, typeName, typeArguments }) {
  if (typeName?.name === 'Partial') {
    const [record] = typeArguments.params
    return record.typeName?.name === 'Record' ? record.typeArguments.params[1] : undefined
  }
  if (!optional || type === 'Identifier') return undefined
  return type === 'TSMappedType' ? typeAnnotation : typeAnnotation.typeAnnotation
}
