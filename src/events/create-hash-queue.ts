import { report } from '../lib/report.ts'
import { mapAccounts, redactAccounts } from './redact-accounts.ts'
import type { EventEnvelope } from './types.ts'

export interface HashQueue {
  /** Forwards the event once it is hashed and all earlier ones are forwarded. */
  add(event: EventEnvelope): void
  /** Forwards unhashed events immediately, without accounts. */
  settle(): void
}

/**
 * Forwards copies of events with each address of an account, each transaction hash, and each id of
 * a quote or request replaced by `hash:` and 32 hex digits: the HMAC-SHA-256 of its lower case
 * under the salt. Omits them if the browser has no WebCrypto, as on pages without https.
 */
export function createHashQueue(salt: string, forward: (event: EventEnvelope) => void): HashQueue {
  const subtle = globalThis.crypto?.subtle
  /** Events not forwarded yet, in order. */
  const held: EventEnvelope[] = []
  let key: Promise<CryptoKey> | undefined
  let forwarded = Promise.resolve()

  function tell(event: EventEnvelope): void {
    try {
      forward(event)
    } catch (error) {
      report(error)
    }
  }

  return {
    add(event) {
      if (!subtle) return tell(redactAccounts(event))
      held.push(event)
      key ??= subtle.importKey('raw', new TextEncoder().encode(salt), HMAC, false, ['sign'])
      const hashing = hashAccounts(event, key).catch((error) => {
        report(error)
        return redactAccounts(event)
      })
      forwarded = forwarded.then(async () => {
        const hashed = await hashing
        if (held[0] !== event) return
        held.shift()
        tell(hashed)
      })
    },
    settle() {
      for (const event of held.splice(0)) tell(redactAccounts(event))
    },
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

async function hashAccounts(event: EventEnvelope, importing: Promise<CryptoKey>): Promise<EventEnvelope> {
  const key = await importing
  const found = new Set<string>()
  mapAccounts(event, (value) => {
    found.add(value)
    return value
  })
  const hashes = new Map<string, string>()
  for (const value of found) {
    const text = new TextEncoder().encode(value.toLowerCase())
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
    const hex = Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
    hashes.set(value, `hash:${hex.join('')}`)
  }
  return mapAccounts(event, (value) => hashes.get(value))
}
