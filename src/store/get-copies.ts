import type { Hex } from '../lib/address.ts'
import type { ActivityEntry } from './types.ts'

/** The hashes under which the person sent the swap of an entry again. */
export function getCopies(entry: ActivityEntry | undefined): Hex[] {
  return (entry?.copies ?? []).flatMap(({ hash, kind }) => (kind === 'speed-up' ? [hash] : []))
}
