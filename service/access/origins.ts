/**
 * Returns the origin of an `Origin` header as browsers send it, or undefined for `null` and invalid
 * values.
 */
export function parseOrigin(value: string): string | undefined {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return undefined
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  const isOriginAlone = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isOriginAlone && !value.endsWith('/') ? url.origin : undefined
}

/**
 * Checks whether a rule matches an origin. `https://*.example.org` matches exactly one more label.
 */
export function originMatches(rule: string, header: string): boolean {
  const origin = parseOrigin(header)
  if (!origin) return false
  const wildcard = parseWildcard(rule)
  if (!wildcard) return parseOrigin(rule) === origin
  const { scheme, rest } = wildcard
  if (!origin.startsWith(scheme)) return false
  const label = origin.slice(scheme.length).split('.')[0] ?? ''
  return label !== '' && origin === `${scheme}${label}.${rest}`
}

/** Checks whether a rule is valid and narrower than a top-level domain. */
export function isOriginRule(rule: string): boolean {
  const wildcard = parseWildcard(rule)
  if (!wildcard) return !rule.includes('*') && parseOrigin(rule) !== undefined
  const host = wildcard.rest.split(':')[0] ?? ''
  return !host.includes('*') && (host.includes('.') || host === 'localhost')
}

function parseWildcard(rule: string): { scheme: string; rest: string } | undefined {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)\*\.(.+)$/.exec(rule) ?? []
  const base = scheme && parseOrigin(`${scheme}${rest}`)
  return base ? { scheme, rest: base.slice(scheme.length) } : undefined
}
