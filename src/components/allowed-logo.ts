import { parseUrl } from '../lib/parse-url.ts'

/** Only URLs in RFC 3986 form, so that no URL is accepted that a parser would normalize to another. */
const PLAIN_URL =
  /^(?:https:\/\/[a-z0-9.-]+|http:\/\/localhost)(?::[0-9]+)?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i
const MAX_LENGTH = 2_048

/**
 * The logo URL of a token or chain if its host is allowed; otherwise undefined, and an avatar is drawn. By https; by http
 * from `localhost` alone, which browsers trust like https.
 */
export function allowedLogo(logoUri: string | undefined, hosts: readonly string[]): string | undefined {
  if (!logoUri || logoUri.length > MAX_LENGTH || !PLAIN_URL.test(logoUri)) return undefined
  const url = hosts.length > 0 && parseUrl(logoUri)
  if (!url) return undefined
  const isNumeric = /^[0-9.]+$/.test(url.hostname)
  return hosts.includes(url.host) && !isNumeric ? url.href : undefined
}
