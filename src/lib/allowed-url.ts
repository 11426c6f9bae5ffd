/** Only URLs in RFC 3986 form, so that no URL is accepted that a parser would normalize to another. */
const PLAIN_URL =
  /^(?:https:\/\/[a-z0-9.-]+|http:\/\/localhost)(?::[0-9]+)?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i
const MAX_LENGTH = 2_048

/**
 * A URL that a service or a list names, if its host is one of those that the page allows; otherwise undefined. By https; by
 * http from `localhost` alone, which browsers trust like https.
 */
export function allowedUrl(url: string | undefined, hosts: readonly string[]): string | undefined {
  if (!url || url.length > MAX_LENGTH || !PLAIN_URL.test(url)) return undefined
  if (hosts.length === 0 || !URL.canParse(url)) return undefined
  const { host, hostname, href } = new URL(url)
  const isNumeric = /^[0-9.]+$/.test(hostname)
  return hosts.includes(host) && !isNumeric ? href : undefined
}
