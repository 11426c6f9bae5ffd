import { readAddress } from '../access/networks.ts'

/**
 * Who calls, for limits by address. Behind `trustedProxies` proxies of ours, the entry the farthest of them wrote into
 * `X-Forwarded-For`; what stands before it, anybody could have written. An entry that names no address is the proxy's
 * own word for "somebody": all of those are limited together, as the proxy.
 */
export function clientAddress(
  { peer, forwardedFor }: { peer: string; forwardedFor: string | null },
  trustedProxies: number,
): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  const named = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined
  return readAddress(named ?? '') ?? readAddress(peer) ?? peer
}
