/** The logo of a token, if the host allows loading from there; otherwise undefined, and it is drawn. */
export function allowedLogo(logoUri: string | undefined, hosts: readonly string[]): string | undefined {
  if (!logoUri || hosts.length === 0 || !URL.canParse(logoUri)) return undefined
  const url = new URL(logoUri)
  return url.protocol === 'https:' && hosts.includes(url.host) ? url.href : undefined
}
