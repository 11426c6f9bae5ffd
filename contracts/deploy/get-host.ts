/** URLs of nodes contain keys: only their host is shown. */
export function getHost({ rpcUrls: [url = ''] }: { rpcUrls: readonly string[] }): string {
  return URL.canParse(url) ? new URL(url).host : 'the node'
}
