import { isIP, isIPv6 } from 'node:net'

/** A block of addresses that counts as one caller. */
export interface Network {
  /** `1.2.3.4`, `2001:db8:1:2::/64`. */
  name: string
  /** How many times one caller's limit all of it may take. */
  share: number
}

/** A customer of a provider has a whole /64 at least, and a site or a tunnel a /48 for the asking. */
const WIDE_SHARE = 8

/**
 * The networks a caller is limited in, the narrowest first: an IPv4 address; the /64 and the /48 of an IPv6 one, since
 * whoever has the one can change addresses at will, and many have the other.
 */
export function getNetworks(address: string): readonly [Network, ...Network[]] {
  const groups = address.split(':')
  if (groups.length < 8) return [{ name: address, share: 1 }]
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, share: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, share: WIDE_SHARE },
  ]
}

/**
 * The address a text names, in one spelling for each; undefined when it names none. Takes what proxies and sockets
 * write: ports, brackets, zones, IPv4 inside IPv6, letters and zeros at will. IPv6 comes out as eight groups.
 */
export function readAddress(text: string): string | undefined {
  const { host = text } = /^\[(?<host>[^\]]*)\](:\d{1,5})?$/.exec(text)?.groups ?? {}
  const plain = withoutZone(host)
  if (isIP(plain) !== 0) return canonical(plain)
  // A bare IPv6 address and its port look alike: what is no address with the port in it is one without.
  const portless = withoutZone(host.replace(/:\d{1,5}$/, ''))
  return isIP(portless) !== 0 ? canonical(portless) : undefined
}

function withoutZone(host: string): string {
  return host.replace(/%.*$/, '')
}

function canonical(address: string): string {
  if (!isIPv6(address)) return address
  // Parses every spelling, writes the shortest, and IPv4 at the end in hexadecimal.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const groups = [...head, ...zeros, ...tail]
  return embeddedIPv4(groups) ?? groups.join(':')
}

/** IPv4 seen through an IPv6 socket, or by a server that has IPv6 alone (RFC 6052). */
function embeddedIPv4(groups: readonly string[]): string | undefined {
  const prefix = groups.slice(0, 6).join(':')
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.')
}
