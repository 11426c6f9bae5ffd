/** The properties under which libraries and wallets nest the original error. */
const NESTED = ['cause', 'data', 'error', 'originalError', 'info'] as const
const MAX_DEPTH = 8
const MAX_ERRORS = 40

/** One error of a chain, with its code and name. `code` is a number or a word, as a string. */
export interface ErrorPart {
  code: string | undefined
  name: string | undefined
  message: string | undefined
}

/**
 * A thrown value and the errors nested in it, outermost first. Bounded, because errors can be
 * circular.
 */
export function walkError(thrown: unknown): ErrorPart[] {
  const seen = new Set<unknown>()
  const parts: ErrorPart[] = []
  let level: unknown[] = [thrown]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (value === undefined || value === null || seen.has(value) || parts.length >= MAX_ERRORS) continue
      seen.add(value)
      parts.push(toPart(value))
      if (isObject(value)) next.push(...NESTED.map((name) => read(value, name)), walkOwn(value))
    }
    level = next
  }
  return parts
}

function toPart(value: unknown): ErrorPart {
  if (!isObject(value)) {
    const text = String(value)
    return typeof value === 'number' ? { ...NOTHING, code: text } : { ...NOTHING, message: text }
  }
  const [code, name, message] = ['code', 'name', 'message'].map((key) => read(value, key))
  return { code: toText(code), name: toText(name), message: toText(message) }
}

const NOTHING: ErrorPart = { code: undefined, name: undefined, message: undefined }

/** The innermost error, from an error's own `walk` as in viem. */
function walkOwn(value: object): unknown {
  const walk = read(value, 'walk')
  if (typeof walk !== 'function') return undefined
  try {
    return walk.call(value)
  } catch {
    return undefined
  }
}

/** Reads a property whose getter may throw in a foreign object. */
function read(value: object, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
