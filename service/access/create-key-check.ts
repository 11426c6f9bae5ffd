import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config/tiers.ts'
import { type ApiKey, hashApiKey, type KeyStore } from './api-key.ts'
import { getNetworks } from './networks.ts'
import type { Taken } from './token-bucket.ts'

/** Result of a key lookup; `refused` when the address has tried too many. */
export type CheckedKey = { key: ApiKey | undefined; refused: undefined } | { key: undefined; refused: Taken }

export interface KeyCheckOptions {
  keys: KeyStore
  /** Takes one token of the address's bucket. */
  take(limit: RateLimit, address: string): Promise<Taken>
}

/** Keys an address may try: 86,000 a day, out of 2^128. */
const TRIES: RateLimit = { perSecond: 1, burst: 20 }
/** Cached pairs of an address and a key that was valid from it. */
const MAX_PROVEN = 10_000

/**
 * Looks keys up, and limits how many an address may try. A key that was valid from the address before is no try, so callers
 * who share an address with a guesser are not affected. Any other key costs a try, valid or not. Beyond the limit both
 * get the same answer, since a difference would reveal valid keys.
 */
export function createKeyCheck({ keys, take }: KeyCheckOptions) {
  const proven = new LRUCache<string, true>({ max: MAX_PROVEN })
  /** Pending tries: concurrent requests with one key are one try. */
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
    // Looked up before the try is charged: it throws while no keys can be read.
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
