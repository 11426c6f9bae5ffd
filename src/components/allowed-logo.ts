import { parseUrl } from '../lib/parse-url.ts'

/**
 * Accepts only URLs in RFC 3986 form, so that no parser normalizes an accepted URL to another one.
 */
const PLAIN_URL =
  /^(?:https:\/\/[a-z0-9.-]+|http:\/\/localhost)(?::[0-9]+)?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i
const MAX_LENGTH = 2_048

/**
 * Returns the logo URL of a token or chain if its host is allowed. Undefined otherwise, and an
 * avatar is drawn. Requires https, except from `localhost`, which browsers treat as secure.
 */
export function allowedLogo(logoUri: string | undefined, hosts: readonly string[]): string | undefined {
  if (!logoUri || logoUri.length > MAX_LENGTH || !PLAIN_URL.test(logoUri)) return undefined
  const url = hosts.length > 0 && parseUrl(logoUri)
  if (!url) return undefined
  const isNumeric = /^[0-9.]+$/.test(url.hostname)
  return hosts.includes(url.host) && !isNumeric ? url.href : undefined
}
