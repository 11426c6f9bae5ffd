import { useMemo } from 'react'
import { type Address, sameAddress } from '../../wire/lib/address.ts'
import { findSimilarAddress } from '../lib/similar-address.ts'
import { useSettings } from './use-settings.ts'
import { useWallet } from './use-wallet.ts'

export interface KnownRecipient {
  /** The label of its bookmark. */
  label: string | undefined
  /**
   * The address that the recipient resembles: the account's own, a recent recipient or a bookmark.
   */
  imitated: { address: Address; label: string | undefined } | undefined
}

/** Compares a recipient with the addresses that the user knows. */
export function useKnownRecipient(recipient: Address | undefined): KnownRecipient {
  const account = useWallet().state.address
  const recent = useSettings((settings) => settings.recentRecipients)
  const bookmarks = useSettings((settings) => settings.bookmarks)
  return useMemo(() => {
    const labelOf = (address: Address) =>
      bookmarks.find((bookmark) => sameAddress(bookmark.address, address))?.label
    const known = [...bookmarks.map(({ address }) => address), ...recent, ...(account ? [account] : [])]
    const imitated = recipient && findSimilarAddress(recipient, known)
    return {
      label: recipient && labelOf(recipient),
      imitated: imitated && { address: imitated, label: labelOf(imitated) },
    }
  }, [recipient, account, recent, bookmarks])
}
