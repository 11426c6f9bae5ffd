import { type Hex, sameAddress } from '../../wire/lib/address.ts'
import type { OtherSwap } from '../chain/types.ts'
import { isSameTrade } from './same-trade.ts'
import type { ActivityEntry } from './types.ts'

/** Returns the transactions of all swaps except the one with this id. */
export function getOtherSwaps(entries: readonly ActivityEntry[], id: string): OtherSwap[] {
  const own = entries.find((entry) => entry.id === id)
  return entries
    .filter((entry) => entry.id !== id)
    .flatMap((entry) => {
      const { hash, replacedHash, copies = [] } = entry
      const isSame = own === undefined || isSameSwap(entry, own)
      return [hash, replacedHash, ...copies.map((copy) => copy.hash)].flatMap((one) =>
        one ? [{ hash: one, isSame }] : [],
      )
    })
}

/** Returns whether two swaps have the same trade, account and amount. */
function isSameSwap(entry: ActivityEntry, own: ActivityEntry): boolean {
  return (
    isSameTrade(entry, own) &&
    sameAddress(entry.account, own.account) &&
    entry.inputAmount === own.inputAmount
  )
}

/** Returns the hashes of the transactions by which the user sped up a swap. */
export function getCopies(entry: ActivityEntry | undefined): Hex[] {
  return (entry?.copies ?? []).flatMap(({ hash, kind }) => (kind === 'speed-up' ? [hash] : []))
}
