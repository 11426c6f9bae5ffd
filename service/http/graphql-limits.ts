import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'

/** Three times the size of a full introspection query. Bounds the cost of parsing. */
export const MAX_QUERY_BYTES = 8 * 1024
const MAX_TOKENS = 500
const MAX_DEPTH = 6
const MAX_ROOT_FIELDS = 5
const MAX_ALIASES = 5
const MAX_DIRECTIVES = 5
/** Fields after expanding fragments, which is what would be executed. Introspection needs most of it. */
const MAX_FIELDS = 500
/** Nested lists of an introspection query: each level repeats the whole schema. */
const MAX_LISTS = 2
const LISTS = ['fields', 'inputFields', 'interfaces', 'possibleTypes']

/** The error for a query that exceeds a limit, before execution; undefined when it may run. */
export function refuseQuery(query: string): GraphQLError | undefined {
  let document: DocumentNode
  try {
    document = parse(query, { maxTokens: MAX_TOKENS, noLocation: false })
  } catch (error) {
    const message = error instanceof GraphQLError ? error.message : 'Syntax error'
    // The parser stops at the limit.
    if (message.includes(`${MAX_TOKENS} tokens`)) return tooLarge('tokens')
    return new GraphQLError(message, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } })
  }
  const limit = limitPassed(document)
  if (limit === 'circle') {
    return new GraphQLError('A fragment spreads itself', {
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    })
  }
  return limit === undefined ? undefined : tooLarge(limit)
}

export function tooLarge(limit: string): GraphQLError {
  return new GraphQLError(`The query has too many ${limit}`, { extensions: { code: 'QUERY_TOO_LARGE' } })
}

function limitPassed(document: DocumentNode): string | undefined {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const directives = definition.directives?.length ?? 0
    const size = { fields: 0, aliases: 0, directives, depth: 0, lists: 0, root: 0, isCircle: false }
    measure(definition.selectionSet, { depth: 1, lists: undefined, spread: [], fragments, size })
    if (size.isCircle) return 'circle'
    if (size.depth > MAX_DEPTH || size.lists > MAX_LISTS) return 'levels'
    if (size.root > MAX_ROOT_FIELDS) return 'top-level fields'
    if (size.aliases > MAX_ALIASES) return 'aliases'
    if (size.directives > MAX_DIRECTIVES) return 'directives'
    if (size.fields > MAX_FIELDS) return 'fields'
  }
  return undefined
}

interface Walk {
  depth: number
  /** Nested lists so far inside an introspection, which is deep by nature; undefined outside of one. */
  lists: number | undefined
  /** Names of the fragments being expanded. */
  spread: readonly string[]
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  size: {
    fields: number
    aliases: number
    directives: number
    depth: number
    lists: number
    root: number
    isCircle: boolean
  }
}

function measure({ selections }: SelectionSetNode, walk: Walk) {
  const { depth, lists, spread, fragments, size } = walk
  for (const selection of selections) {
    if (size.fields > MAX_FIELDS || depth > MAX_DEPTH + 1) return
    size.directives += selection.directives?.length ?? 0
    if (selection.kind === Kind.FIELD) {
      size.fields += 1
      size.depth = Math.max(size.depth, depth)
      if (depth === 1 && lists === undefined) size.root += 1
      if (selection.alias) size.aliases += 1
      const name = selection.name.value
      const isIntrospection = lists !== undefined || name.startsWith('__')
      const within = isIntrospection ? (lists ?? 0) + Number(LISTS.includes(name)) : undefined
      size.lists = Math.max(size.lists, within ?? 0)
      if (selection.selectionSet) {
        measure(selection.selectionSet, {
          ...walk,
          lists: within,
          depth: isIntrospection ? depth : depth + 1,
        })
      }
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      measure(selection.selectionSet, walk)
    } else {
      const name = selection.name.value
      const fragment = fragments.get(name)
      // A spread counts too, otherwise a tree of empty spreads would be free.
      size.fields += 1
      if (spread.includes(name)) size.isCircle = true
      else if (fragment) {
        measure(fragment.selectionSet, { ...walk, spread: [...spread, name] })
      }
    }
  }
}
