import type { RateLimit } from '../config/tiers.ts'
import { type ApiKey, hashApiKey, type KeyStore } from './api-key.ts'
import { getNetworks } from './networks.ts'
import type { Taken } from './token-bucket.ts'

/** What came of looking a key up: `refused` when the address has tried too many. */
export type CheckedKey = { key: ApiKey | undefined; refused: undefined } | { key: undefined; refused: Taken }

export interface KeyCheckOptions {
  keys: KeyStore
  /** One token of a bucket for the address. */
  take(limit: RateLimit, address: string): Promise<Taken>
}

/** Keys an address may try: 86,000 a day, out of 2^128 there are. */
const TRIES: RateLimit = { perSecond: 1, burst: 20 }
/** Keys that were good from an address, each with that address; the longest unused is forgotten first. */
const MAX_PROVEN = 10_000

/**
 * Looks keys up, and limits how many an address may try. A key that was good from there before is no try, so whoever
 * shares an address with a guesser goes on. Any other costs a try, good or not, and beyond the limit neither is told
 * from the other: an answer that only a good key gets would leave guessing as free as it was.
 */
export function createKeyCheck({ keys, take }: KeyCheckOptions) {
  const proven = new Set<string>()
  /** Under way: requests that come together with one key are one try. */
  const trying = new Map<string, Promise<Taken>>()

  function tryOnce(attempt: string, address: string): Promise<Taken> {
    const known = trying.get(attempt)
    if (known) return known
    const taking = take(TRIES, address).finally(() => trying.delete(attempt))
    trying.set(attempt, taking)
    return taking
  }

  function remember(attempt: string) {
    // Put back last: a set keeps its order, so the first is the longest unused.
    proven.delete(attempt)
    proven.add(attempt)
    const [oldest] = proven
    if (proven.size > MAX_PROVEN && oldest !== undefined) proven.delete(oldest)
  }

  return async (presented: string | undefined, address: string): Promise<CheckedKey> => {
    if (!presented) return { key: undefined, refused: undefined }
    const hash = hashApiKey(presented)
    // Before anything is charged: while no keys can be read, nobody tries any.
    const key = keys.find(hash)
    const attempt = `${getNetworks(address)[0].name} ${hash}`
    if (!key || !proven.has(attempt)) {
      const tried = await tryOnce(attempt, address)
      if (!tried.allowed) return { key: undefined, refused: tried }
    }
    if (key) remember(attempt)
    return { key, refused: undefined }
  }
}
