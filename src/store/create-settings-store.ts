import { createStore } from 'zustand/vanilla'
import type { SettingsState, SettingsStore, Store } from './types.ts'

/** Creates the user's settings. */
export function createSettingsStore(initial: SettingsState): Store<SettingsStore> {
  return createStore<SettingsStore>()((set) => ({
    ...initial,
    setSlippageBps: (slippageBps) => set({ slippageBps, isSlippageChosen: true, isSlippageAuto: false }),
    setTheme: (theme) => set({ theme }),
  }))
}
