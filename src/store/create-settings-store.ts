import { createStore } from 'zustand/vanilla'
import { sameAddress } from '../lib/address.ts'
import type { SettingsState, SettingsStore, Store } from './types.ts'

export const MAX_RECENT_RECIPIENTS = 5

/** The user's settings. */
export function createSettingsStore(initial: SettingsState): Store<SettingsStore> {
  return createStore<SettingsStore>()((set) => ({
    ...initial,
    setSlippageBps: (slippageBps) => set({ slippageBps, isSlippageAuto: false }),
    setTheme: (theme) => set({ theme }),
    setPauseBeforeSigning: (pauseBeforeSigning) => set({ pauseBeforeSigning }),
    setUnlimitedApprovals: (unlimitedApprovals) => set({ unlimitedApprovals }),
    addRecentRecipient: (recipient) =>
      set(({ recentRecipients }) => ({
        recentRecipients: [
          recipient,
          ...recentRecipients.filter((other) => !sameAddress(other, recipient)),
        ].slice(0, MAX_RECENT_RECIPIENTS),
      })),
    clearRecentRecipients: () => set({ recentRecipients: [] }),
  }))
}
