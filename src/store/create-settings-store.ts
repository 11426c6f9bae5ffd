import { createStore } from 'zustand/vanilla'
import { type Address, sameAddress } from '../lib/address.ts'
import type { Bookmark, SettingsState, SettingsStore, Store } from './types.ts'

export const MAX_RECENT_RECIPIENTS = 5
export const MAX_BOOKMARKS = 50
export const MAX_BOOKMARK_LABEL = 40

/** Creates the user's settings. */
export function createSettingsStore(initial: SettingsState): Store<SettingsStore> {
  return createStore<SettingsStore>()((set) => ({
    ...initial,
    setSlippageBps: (slippageBps) => set({ slippageBps, isSlippageChosen: true, isSlippageAuto: false }),
    setTheme: (theme) => set({ theme }),
    addRecentRecipient: (recipient) =>
      set(({ recentRecipients }) => ({
        recentRecipients: [
          recipient,
          ...recentRecipients.filter((other) => !sameAddress(other, recipient)),
        ].slice(0, MAX_RECENT_RECIPIENTS),
      })),
    clearRecentRecipients: () => set({ recentRecipients: [] }),
    addBookmark: (bookmark) =>
      set(({ bookmarks }) => ({
        bookmarks: [...without(bookmarks, bookmark.address), bookmark]
          .slice(-MAX_BOOKMARKS)
          .sort((a, b) => a.label.localeCompare(b.label)),
      })),
    removeBookmark: (address) => set(({ bookmarks }) => ({ bookmarks: without(bookmarks, address) })),
  }))
}

function without(bookmarks: readonly Bookmark[], address: Address): Bookmark[] {
  return bookmarks.filter((bookmark) => !sameAddress(bookmark.address, address))
}
