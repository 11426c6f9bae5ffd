import type { StoreApi } from 'zustand/vanilla'
import type { PageName } from '../events/types.ts'
import type { Address } from '../lib/address.ts'

/** A vanilla zustand store. */
export type Store<State> = StoreApi<State>

/** The form. Amounts are canonical decimal strings in whole tokens ("" when empty). */
export interface FormState {
  inputChainId: number
  inputToken: Address | undefined
  outputChainId: number
  outputToken: Address | undefined
  inputAmount: string
  /** Whether the output goes to `recipient`; counts only where the config allows it. */
  sendsToRecipient: boolean
  /** Receives the output; undefined while none is entered. Kept while `sendsToRecipient` is false. */
  recipient: Address | undefined
}

export interface FormStore extends FormState {
  /** Choosing the other side's token flips the pair and empties the amount. A chain different from the other side's clears that side. */
  selectToken(side: 'input' | 'output', choice: { chainId: number; token: Address }): void
  setInputAmount(amount: string): void
  /** The pair the other way round, paying this amount. */
  flip(inputAmount: string): void
  setSendsToRecipient(sendsToRecipient: boolean): void
  setRecipient(recipient: Address | undefined): void
  reset(form: FormState): void
}

export interface SettingsState {
  slippageBps: number
  theme: 'light' | 'dark' | 'system'
  /** The recipients of the last swaps, newest first, at most `MAX_RECENT_RECIPIENTS`. */
  recentRecipients: readonly Address[]
}

export interface SettingsStore extends SettingsState {
  setSlippageBps(value: number): void
  setTheme(value: SettingsState['theme']): void
  addRecentRecipient(recipient: Address): void
  clearRecentRecipients(): void
}

export interface NavigationState {
  /** The pages entered, the current one last; never empty. */
  stack: readonly [PageName, ...PageName[]]
}

export interface NavigationStore extends NavigationState {
  push(page: PageName): void
  /** Back one page; on the first page nothing happens. */
  back(): void
  /** To the swap page. */
  home(): void
}
