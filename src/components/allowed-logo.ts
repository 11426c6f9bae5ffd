/** Written out as RFC 3986 has it: whatever a parser would mend or drop is refused. */
const PLAIN_URL = /^https:\/\/[a-z0-9.-]+(?::[0-9]+)?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i
const MAX_LENGTH = 2_048

/** The logo of a token, if the host allows loading from there; otherwise undefined, and it is drawn. */
export function allowedLogo(logoUri: string | undefined, hosts: readonly string[]): string | undefined {
  if (!logoUri || logoUri.length > MAX_LENGTH || !PLAIN_URL.test(logoUri)) return undefined
  if (hosts.length === 0 || !URL.canParse(logoUri)) return undefined
  const { host, hostname, href } = new URL(logoUri)
  const isNumeric = /^[0-9.]+$/.test(hostname)
  return hosts.includes(host) && !isNumeric ? href : undefined
}
