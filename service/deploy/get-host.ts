/** Returns only the host, because URLs of nodes contain keys. */
export function getHost({ rpcUrls: [url = ''] }: { rpcUrls: readonly string[] }): string {
  return URL.canParse(url) ? new URL(url).host : 'the node'
}
