import { isIP, isIPv6 } from 'node:net'

/** A block of addresses that counts as one caller. */
export interface IpNetwork {
  /** For example `1.2.3.4` or `2001:db8:1:2::/64`. */
  name: string
  /** Limit of the whole network, in multiples of one caller's limit. */
  share: number
}

/** A customer usually has at least a /64. Sites and tunnels easily get a /48. */
const WIDE_SHARE = 8

/**
 * Returns the networks in which a caller is limited, narrowest first: an IPv4 address, or the /64
 * and the /48 of an IPv6 address, because callers can change addresses within their block.
 */
export function getNetworks(address: string): readonly [IpNetwork, ...IpNetwork[]] {
  const groups = address.split(':')
  if (groups.length < 8) return [{ name: address, share: 1 }]
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, share: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, share: WIDE_SHARE },
  ]
}

/**
 * Parses and normalizes an address, or returns undefined if it is invalid. Accepts the formats of
 * proxies and sockets: ports, brackets, zones, IPv4 inside IPv6, any case and zeros. Returns IPv6
 * as eight groups.
 */
export function readAddress(text: string): string | undefined {
  const { host = text } = /^\[(?<host>[^\]]*)\](:\d{1,5})?$/.exec(text)?.groups ?? {}
  const plain = withoutZone(host)
  if (isIP(plain) !== 0) return canonical(plain)
  // A port after a bare IPv6 address is ambiguous, so it is removed only if the whole text is not
  // an address.
  const portless = withoutZone(host.replace(/:\d{1,5}$/, ''))
  return isIP(portless) !== 0 ? canonical(portless) : undefined
}

function withoutZone(host: string): string {
  return host.replace(/%.*$/, '')
}

function canonical(address: string): string {
  if (!isIPv6(address)) return address
  // The URL parser accepts every notation and returns the shortest one, with embedded IPv4 in
  // hexadecimal.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const groups = [...head, ...zeros, ...tail]
  return embeddedIPv4(groups) ?? groups.join(':')
}

/** Returns an IPv4 address mapped by an IPv6 socket or by NAT64 (RFC 6052). */
function embeddedIPv4(groups: readonly string[]): string | undefined {
  const prefix = groups.slice(0, 6).join(':')
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.')
}
