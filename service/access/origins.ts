/**
 * The origin an `Origin` header names, as browsers write it; undefined for `null` and for what is no origin.
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

/** Whether one rule covers an origin. `https://*.example.org` covers exactly one more label, never none. */
export function originMatches(rule: string, header: string): boolean {
  const origin = parseOrigin(header)
  if (!origin) return false
  const wildcard = /^(https?:\/\/)\*\.(.+)$/.exec(rule)
  if (!wildcard) return parseOrigin(rule) === origin
  const [, scheme = '', rest = ''] = wildcard
  const base = parseOrigin(`${scheme}${rest}`)
  if (!base || !origin.startsWith(scheme)) return false
  const label = origin.slice(scheme.length).split('.')[0] ?? ''
  return label !== '' && origin === `${scheme}${label}.${base.slice(scheme.length)}`
}
