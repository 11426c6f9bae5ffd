import { readAddress } from '../access/networks.ts'

/**
 * Returns the caller's address for rate limits. Behind trusted proxies it is the `X-Forwarded-For`
 * entry written by the outermost of them, because earlier entries can be forged. An invalid entry
 * counts as the address of the proxy.
 */
export function clientAddress(
  { peer, forwardedFor }: { peer: string; forwardedFor: string | null },
  trustedProxies: number,
): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  const forwarded = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined
  return readAddress(forwarded ?? '') ?? readAddress(peer) ?? peer
}
