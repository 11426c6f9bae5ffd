import type * as v from 'valibot'

/** An invalid config: one line per mistake, with its path and value. */
export class ServiceConfigError extends Error {
  override readonly name = 'ServiceConfigError'
  readonly mistakes: readonly string[]

  constructor(source: string, mistakes: readonly string[]) {
    super(`${source} cannot be used:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

/** `chains[0].settlementFeeBps: must …, found 6`. A value from a variable is reported under the variable's name. */
export function toMessage(issue: v.BaseIssue<unknown>, variables: ReadonlyMap<string, string>): string {
  let path = ''
  for (const { key } of issue.path ?? []) {
    path = typeof key === 'number' ? `${path}[${key}]` : `${path}${path && '.'}${String(key)}`
    path = variables.get(path) ?? path
  }
  if (issue.expected === 'never') return `${path}: is no setting; remove it, or look for a slip in its name`
  const must = issue.message.startsWith('Invalid') ? `must be ${issue.expected ?? 'valid'}` : issue.message
  // A check of an object may concern one of its fields.
  const value = issue.path?.at(-1)?.value ?? issue.input
  if (value === undefined) return `${path}: is missing${getHint(path)}`
  return `${path || 'the whole'}: ${must}, found ${describeValue(value)}`
}

function getHint(path: string): string {
  if (path.endsWith('.rpcUrls')) return '; name nodes here, or in SLUICE_RPC_ and the name of the chain'
  return path.endsWith('.settlement') ? '; `npm run deploy` puts one there' : ''
}

/** Node URLs often contain keys: keep only scheme and host. */
function describeValue(value: unknown): string {
  const redact = (text: string) =>
    text.replace(/^([a-z][a-z0-9+.-]*:\/\/)(?:[^/@]*@)?([^/?#]*).+$/is, '$1$2…')
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? redact(inner) : inner))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
