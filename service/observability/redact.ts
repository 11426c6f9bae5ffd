import { MIN_KEY_LENGTH, redactHost, showAddress } from '../lib/show-address.ts'

/** Removes secrets from a string. */
export type Redact = (text: string) => string

/** Matches any protocol except `file:`, which stack frames use. */
const ADDRESS = /\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"]*[^\s".,;:…]/gi
const SEPARATORS = /[\s"'`<>\\/?#&=@:,;]+/

/**
 * Reduces every URL in a string to its host, because paths, queries and credentials contain keys.
 * Removes parts of `addresses` that look like keys anywhere, because nodes repeat paths: "Cannot
 * POST /v2/…". An address may lack its scheme.
 */
export function createRedact(addresses: readonly string[] = []): Redact {
  const keys = new Set(addresses.flatMap(keysIn).sort((a, b) => b.length - a.length))
  return (text) => {
    let shown = text.replaceAll(ADDRESS, getHost)
    for (const key of keys) shown = shown.replaceAll(key, '[redacted]')
    return shown
  }
}

/** Redacts every string of a JSON value, including property names. */
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
  // A slash in a password would end the host too early.
  if (!url?.host || (address.includes('@') && !url.username && !url.password)) return '[address]'
  return redactHost(url.host)
}

function keysIn(address: string): string[] {
  const shown = showAddress(address)
  const pieces = address.split(SEPARATORS)
  return [...partsOfUrl(address), ...pieces, ...pieces.flatMap((piece) => piece.split('.'))]
    .flatMap((part) => [part, decoded(part), part.toLowerCase()])
    .filter((part) => part.length >= MIN_KEY_LENGTH && !shown.includes(part))
}

function partsOfUrl(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { username, password, pathname, searchParams } = new URL(address)
  return [username, password, ...pathname.split('/'), ...searchParams.values()]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
