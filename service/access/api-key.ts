import { createHash } from 'node:crypto'
import type { RateLimit, Tier } from '../config/tiers.ts'

/** A stored API key. The secret itself is never stored. */
export interface ApiKey {
  /** Identifies the key in logs. Not secret. */
  id: string
  /** Hexadecimal SHA-256 of the key. */
  hash: string
  tier: Tier
  /** Set for tier `custom` only. */
  customLimit?: RateLimit | undefined
  /**
   * Origins that browsers may call from, such as `https://app.example.org` or
   * `https://*.example.org`. Empty: any.
   */
  origins: readonly string[]
  /** True if calls without an `Origin` header are rejected. */
  browserOnly: boolean
  /** Values of `uniquePID` that the key may send. Empty: any. */
  uniquePids: readonly string[]
  /** Maximum `partnerFee` in basis points. */
  maxPartnerFeeBps: number
}

export interface KeyStore {
  /**
   * Returns the key with this hash, or undefined if unknown or revoked. Throws 503 until the keys
   * have been read once.
   */
  find(hash: string): ApiKey | undefined
  /** Returns false until the keys have been read once. */
  isReadable(): boolean
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex')
}

/** Creates a store that looks keys up by hash, so that timing reveals nothing about keys. */
export function createMemoryKeyStore(keys: readonly ApiKey[]): KeyStore {
  const byHash = new Map(keys.map((key) => [key.hash, key]))
  return { find: (hash) => byHash.get(hash), isReadable: () => true }
}

/** Creates a store that searches the first store, then the second. */
export function joinKeyStores(first: KeyStore, second: KeyStore): KeyStore {
  return {
    find: (hash) => first.find(hash) ?? second.find(hash),
    isReadable: () => first.isReadable() && second.isReadable(),
  }
}
