import type { OtherSwap } from '../chain/types.ts'
import { type Hex, sameAddress } from '../lib/address.ts'
import type { ActivityEntry } from './types.ts'

/** The transactions of all swaps but that of this id. */
export function getOtherSwaps(entries: readonly ActivityEntry[], id: string): OtherSwap[] {
  const own = entries.find((entry) => entry.id === id)
  return entries
    .filter((entry) => entry.id !== id)
    .flatMap((entry) => {
      const { hash, replacedHash, copies = [] } = entry
      const isSame = own === undefined || isSameTrade(entry, own)
      return [hash, replacedHash, ...copies.map((copy) => copy.hash)].flatMap((one) =>
        one ? [{ hash: one, isSame }] : [],
      )
    })
}

function isSameTrade(entry: ActivityEntry, own: ActivityEntry): boolean {
  return (
    entry.chainId === own.chainId &&
    sameAddress(entry.account, own.account) &&
    sameAddress(entry.inputToken.address, own.inputToken.address) &&
    sameAddress(entry.outputToken.address, own.outputToken.address) &&
    sameAddress(entry.receiver, own.receiver) &&
    entry.inputAmount === own.inputAmount
  )
}

/** The hashes under which the person sent the swap of an entry again. */
export function getCopies(entry: ActivityEntry | undefined): Hex[] {
  return (entry?.copies ?? []).flatMap(({ hash, kind }) => (kind === 'speed-up' ? [hash] : []))
}
