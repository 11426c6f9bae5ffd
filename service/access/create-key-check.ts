import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config/tiers.ts'
import { type ApiKey, hashApiKey, type KeyStore } from './api-key.ts'
import { getNetworks } from './networks.ts'
import type { Taken } from './token-bucket.ts'

/** Result of a key lookup. `refused` is set if the address has tried too many keys. */
export type CheckedKey = { key: ApiKey | undefined; refused: undefined } | { key: undefined; refused: Taken }

export interface KeyCheckOptions {
  keys: KeyStore
  /** Takes one token from the address's bucket. */
  take(limit: RateLimit, address: string): Promise<Taken>
}

/** Key attempts per address: 86,000 a day, of 2^128 keys. */
const TRIES: RateLimit = { perSecond: 1, burst: 20 }
/** Maximum number of cached pairs of an address and a key that was valid from it. */
const MAX_PROVEN = 10_000

/**
 * Looks keys up and limits the attempts per address. A key that was valid from the address before
 * is not an attempt, so that callers are not affected by a guesser at the same address. Any other
 * key costs an attempt, valid or not. Above the limit both get the same response, because a
 * difference would reveal valid keys.
 */
export function createKeyCheck({ keys, take }: KeyCheckOptions) {
  const proven = new LRUCache<string, true>({ max: MAX_PROVEN })
  /** Pending attempts. Concurrent requests with one key count as one attempt. */
  const pending = new Map<string, Promise<Taken>>()

  function tryOnce(attempt: string, address: string): Promise<Taken> {
    const known = pending.get(attempt)
    if (known) return known
    const taking = take(TRIES, address).finally(() => pending.delete(attempt))
    pending.set(attempt, taking)
    return taking
  }

  return async (presented: string | undefined, address: string): Promise<CheckedKey> => {
    if (!presented) return { key: undefined, refused: undefined }
    const hash = hashApiKey(presented)
    // Looks the key up before charging the attempt, because the lookup throws while no keys can be
    // read.
    const key = keys.find(hash)
    const attempt = `${getNetworks(address)[0].name} ${hash}`
    if (!key || !proven.has(attempt)) {
      const tried = await tryOnce(attempt, address)
      if (!tried.allowed) return { key: undefined, refused: tried }
    }
    if (key) proven.set(attempt, true)
    return { key, refused: undefined }
  }
}
