/**
 * Who calls, for limits on anonymous calls. Behind `trustedProxies` proxies of ours, the entry the farthest
 * of them wrote into `X-Forwarded-For`; what stands before it, anybody could have written.
 */
export function clientAddress(
  { peer, forwardedFor }: { peer: string; forwardedFor: string | null },
  trustedProxies: number,
): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  const named = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined
  return networkOf(named || peer)
}

/** An IPv6 customer has a whole /64: its first half names it. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [before = '', after] = plain.split('::')
  const groups = before.split(':').filter(Boolean)
  const missing = after === undefined ? 0 : 8 - groups.length - after.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(after ?? '').split(':')]
    .slice(0, 4)
    .join(':')
}
