import { type Address, sameAddress } from '../../wire/lib/address.ts'
import type { Bookmark, SettingsState } from './types.ts'

export const MAX_RECENT_RECIPIENTS = 5
export const MAX_BOOKMARKS = 50
export const MAX_BOOKMARK_LABEL = 40

type Recent = Pick<SettingsState, 'recentRecipients'>
type Bookmarks = Pick<SettingsState, 'bookmarks'>

/** The settings after a swap to a recipient, which becomes the newest one. */
export function withRecentRecipient({ recentRecipients }: Recent, recipient: Address): Recent {
  const others = recentRecipients.filter((other) => !sameAddress(other, recipient))
  return { recentRecipients: [recipient, ...others].slice(0, MAX_RECENT_RECIPIENTS) }
}

/** The settings with a bookmark, which replaces an earlier one of the same address. */
export function withBookmark(settings: Bookmarks, bookmark: Bookmark): Bookmarks {
  const { bookmarks } = withoutBookmark(settings, bookmark.address)
  return {
    bookmarks: [...bookmarks, bookmark].slice(-MAX_BOOKMARKS).sort((a, b) => a.label.localeCompare(b.label)),
  }
}

export function withoutBookmark({ bookmarks }: Bookmarks, address: Address): Bookmarks {
  return { bookmarks: bookmarks.filter((bookmark) => !sameAddress(bookmark.address, address)) }
}
