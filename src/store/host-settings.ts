import { forChain } from '../config/per-chain.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SettingsState } from './types.ts'

/** Returns the initial settings by the host's config. */
export function hostSettings(config: ResolvedConfig, chainId: number): SettingsState {
  return {
    slippageBps: forChain(config.slippageBps, chainId),
    isSlippageChosen: false,
    isSlippageAuto: false,
    slippageReasons: undefined,
    deadlineSeconds: undefined,
    modulesDisabled: [],
    hidesSmallBalances: false,
    theme: config.theme,
    language: undefined,
    pauseBeforeSigning: config.pauseBeforeSigning,
    unlimitedApprovals: false,
    recentRecipients: [],
    bookmarks: [],
  }
}
