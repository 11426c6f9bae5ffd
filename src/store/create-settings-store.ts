import { createStore } from 'zustand/vanilla'
import type { SettingsState, SettingsStore, Store } from './types.ts'

/** The user's settings. */
export function createSettingsStore(initial: SettingsState): Store<SettingsStore> {
  return createStore<SettingsStore>()((set) => ({
    ...initial,
    setSlippageBps: (slippageBps) => set({ slippageBps }),
    setTheme: (theme) => set({ theme }),
  }))
}
