import type { Hex } from '../lib/address.ts'
import type { ActivityEntry } from './types.ts'

/** The hashes of all swaps but that of this id. */
export function getOtherHashes(entries: readonly ActivityEntry[], id: string): Hex[] {
  return entries
    .filter((entry) => entry.id !== id)
    .flatMap(({ hash, replacedHash, copies = [] }) => [
      hash,
      replacedHash,
      ...copies.map((copy) => copy.hash),
    ])
    .filter((hash) => hash !== undefined)
}

/** The hashes under which the person sent the swap of an entry again. */
export function getCopies(entry: ActivityEntry | undefined): Hex[] {
  return (entry?.copies ?? []).flatMap(({ hash, kind }) => (kind === 'speed-up' ? [hash] : []))
}
