import { readAddress } from '../access/networks.ts'

/**
 * The caller's address, for rate limits. Behind trusted proxies: the `X-Forwarded-For` entry written by the outermost of
 * them; entries before it can be forged. An entry that is no address counts as the proxy's own.
 */
export function clientAddress(
  { peer, forwardedFor }: { peer: string; forwardedFor: string | null },
  trustedProxies: number,
): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  const forwarded = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined
  return readAddress(forwarded ?? '') ?? readAddress(peer) ?? peer
}
