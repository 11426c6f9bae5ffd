/** A text without what may be a secret. */
export type Redact = (text: string) => string

/** Whatever the protocol; stack frames name files. */
const ADDRESS = /\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"]*[^\s".,;:…]/gi
/** Shorter parts of an address are words, `mainnet`, which say nothing and stand in other texts too. */
const KEY_LENGTH = 16

/**
 * Leaves of every address in a text the host alone: nodes keep their keys in paths, queries and before the host. What
 * looks like a key in `addresses` is taken out wherever it stands, for nodes repeat paths: "Cannot POST /v2/…".
 */
export function createRedact(addresses: readonly string[] = []): Redact {
  const keys = new Set(addresses.flatMap(keysIn).sort((a, b) => b.length - a.length))
  return (text) => {
    let shown = text.replaceAll(ADDRESS, getHost)
    for (const key of keys) shown = shown.replaceAll(key, '[redacted]')
    return shown
  }
}

/** A value as JSON has it, with every text in it redacted, names included. */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), redactValue(inner, redact)]),
  )
}

function getHost(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  // A password with a slash in it ends the host too early.
  if (!url?.host || (address.includes('@') && !url.username && !url.password)) return '[address]'
  return url.host
}

function keysIn(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { username, password, pathname, searchParams } = new URL(address)
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()]
  return parts.flatMap((part) => [part, decoded(part)]).filter((part) => part.length >= KEY_LENGTH)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
