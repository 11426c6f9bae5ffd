import { mapAccounts, redactAccounts } from './redact-accounts.ts'
import type { EventEnvelope } from './types.ts'

/**
 * A copy of an event with each address of an account, each transaction hash, and each id of a quote or request, as `hash:` and
 * 32 hex digits: the HMAC-SHA-256 of its lower case under the salt. Where the browser has no WebCrypto, on pages without https, they are left out.
 */
export async function hashAccounts(event: EventEnvelope, salt: string): Promise<EventEnvelope> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return redactAccounts(event)
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', encoder.encode(salt), algorithm, false, ['sign'])
  const found = new Set<string>()
  mapAccounts(event, (value) => {
    found.add(value)
    return value
  })
  const hashes = new Map<string, string>()
  for (const value of found) {
    const bytes = new Uint8Array(await subtle.sign('HMAC', key, encoder.encode(value.toLowerCase())))
    const hex = Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
    hashes.set(value, `hash:${hex.join('')}`)
  }
  return mapAccounts(event, (value) => hashes.get(value))
}
