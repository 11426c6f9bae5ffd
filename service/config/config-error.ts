import type * as v from 'valibot'
import { showAddress } from '../lib/show-address.ts'

/** An invalid config: one line per mistake, with its path and value. */
export class ServiceConfigError extends Error {
  override readonly name = 'ServiceConfigError'
  readonly mistakes: readonly string[]

  constructor(source: string, mistakes: readonly string[]) {
    super(`${source} cannot be used:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

/**
 * Returns a message such as `chains[0].settlementFeeBps: must …, found 6`. A value from a variable
 * is reported under the name of the variable.
 */
export function toMessage(issue: v.BaseIssue<unknown>, variables: ReadonlyMap<string, string>): string {
  let path = ''
  let field = ''
  for (const { key } of issue.path ?? []) {
    path = typeof key === 'number' ? `${path}[${key}]` : addName(path, String(key), field)
    path = variables.get(path) ?? path
    if (typeof key === 'string') field = key
  }
  if (issue.expected === 'never')
    return `${path}: is not a setting; remove it, or look for a slip in its name`
  const must = issue.message.startsWith('Invalid') ? `must be ${issue.expected ?? 'valid'}` : issue.message
  // A check of an object may concern one of its fields.
  const value = issue.path?.at(-1)?.value ?? issue.input
  if (value === undefined) return `${path}: is missing${getHint(path)}`
  return `${path || 'the whole'}: ${must}, found ${describeValue(value, field)}`
}

/** Quotes a name that is not shown in full, because it is an address in the place of a name. */
function addName(path: string, name: string, field: string): string {
  const shown = describeText(name, field)
  return shown === name ? `${path}${path && '.'}${name}` : `${path}[${JSON.stringify(shown)}]`
}

function getHint(path: string): string {
  if (path.endsWith('.rpcUrls')) return '; name nodes here, or in SLUICE_RPC_ and the name of the chain'
  return path.endsWith('.settlement') ? '; `npm run deploy` puts one there' : ''
}

function describeValue(value: unknown, field: string): string {
  const text = JSON.stringify(withoutKeys(value, field))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** The value with the addresses in it, property names included, as they may be shown. */
function withoutKeys(value: unknown, field: string): unknown {
  if (typeof value === 'string') return describeText(value, field)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutKeys(item, field))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [describeText(name, field), withoutKeys(inner, name)]),
  )
}

/** Fields whose text is an address whatever it looks like, their property names included. */
const NODE_FIELDS = new Set(['rpcUrls', 'wsUrl', 'nodeBudgets'])

/** Masks node addresses in any field, because they often contain keys. */
function describeText(text: string, field: string): string {
  return NODE_FIELDS.has(field) || /[/@?#\\]/.test(text) ? showAddress(text) : text
}
