import { createHash } from 'node:crypto'
import type { RateLimit, Tier } from '../config/tiers.ts'

/** A stored API key. The secret itself is never stored. */
export interface ApiKey {
  /** Identifies the key in logs; no secret. */
  id: string
  /** SHA-256 of the key, hex. */
  hash: string
  tier: Tier
  /** Of tier `custom` only. */
  customLimit?: RateLimit | undefined
  /** Origins a browser may call from, e.g. `https://app.example.org` or `https://*.example.org`; empty: any. */
  origins: readonly string[]
  /** Rejects calls without an `Origin` header. */
  browserOnly: boolean
  /** Values of `uniquePID` it may send; empty: any. */
  uniquePids: readonly string[]
  /** Highest `partnerFee` it may ask for, in basis points. */
  maxPartnerFeeBps: number
}

export interface KeyStore {
  /** The key with this hash; undefined when unknown or revoked. Throws 503 while no keys could be read yet. */
  find(hash: string): ApiKey | undefined
  /** False while no keys could be read yet. */
  isReadable(): boolean
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex')
}

/** Looks up by hash, so that timing reveals nothing about keys. */
export function createMemoryKeyStore(keys: readonly ApiKey[]): KeyStore {
  const byHash = new Map(keys.map((key) => [key.hash, key]))
  return { find: (hash) => byHash.get(hash), isReadable: () => true }
}

/** Looks in the first store, then in the second. */
export function joinKeyStores(first: KeyStore, second: KeyStore): KeyStore {
  return {
    find: (hash) => first.find(hash) ?? second.find(hash),
    isReadable: () => first.isReadable() && second.isReadable(),
  }
}
