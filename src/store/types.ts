import type { StoreApi } from 'zustand/vanilla'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { ResolvedName } from '../chain/types.ts'
import type { TokenId } from '../config/types.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { PageName, Route, Token } from '../events/types.ts'
import type { Language } from '../i18n/languages.ts'
import type { SlippageReasons } from '../lib/auto-slippage.ts'

/** A vanilla zustand store. */
export type Store<State> = StoreApi<State>

/** The form. Amounts are canonical decimal strings in whole tokens ("" when empty). */
export interface FormState {
  inputChainId: number
  inputToken: Address | undefined
  outputChainId: number
  outputToken: Address | undefined
  /** One of the two amounts is empty: the typed one decides between a sale and a purchase. */
  inputAmount: string
  outputAmount: string
  /**
   * Undefined while the input is entered in tokens. Otherwise the typed dollars, or "" if the
   * amount was set in another way. The trade uses `inputAmount` in both cases.
   */
  inputUsd?: string | undefined
  /**
   * The amount that was chosen as the whole balance. Ignored once the amount, its token, the chain
   * or the account changes.
   */
  whole?: WholeBalance | undefined
  /** True if the output goes to `recipient`. Ignored unless the config allows it. */
  sendsToRecipient: boolean
  /** Receives the output. Undefined while empty. Kept while `sendsToRecipient` is false. */
  recipient: Address | undefined
  /** The name by which a recipient was found. Ignored unless `recipient` has this address. */
  namedRecipient?: ResolvedName | undefined
  /**
   * The token that replaced a side because the other side's token was chosen on another chain.
   * Cleared when dismissed.
   */
  moved?: (TokenId & { side: 'input' | 'output' }) | undefined
}

export interface WholeBalance {
  chainId: number
  token: Address
  amount: string
  /** The whole balance in base units. */
  balance: bigint
  /** The account with this balance. Undefined without a connected wallet. */
  account: Address | undefined
}

export interface TokenSelection {
  chainId: number
  token: Address
  /** The new token of the other side if that is on another chain. */
  counterpart?: Address | undefined
}

export interface FormStore extends FormState {
  /**
   * Selects the token of a side. The token of the other side flips the pair and clears the amounts.
   * A token of another chain moves the other side to its `counterpart`, or clears it without one.
   */
  selectToken(side: 'input' | 'output', choice: TokenSelection): void
  /** Sets the input, so that the trade is a sale. */
  setInputAmount(amount: string): void
  /** Sets the input as entered in dollars, with the token amount. Undefined returns to tokens. */
  setInputUsd(usd: string | undefined, amount?: string): void
  /** Sets the output, so that the trade is a purchase. */
  setOutputAmount(amount: string): void
  /** Switches the tokens and sets these amounts. */
  flip(amounts: Pick<FormState, 'inputAmount' | 'outputAmount'>): void
  setSendsToRecipient(sendsToRecipient: boolean): void
  setRecipient(recipient: Address | undefined, named?: ResolvedName): void
  reset(form: FormState): void
}

export interface SettingsState {
  slippageBps: number
  /**
   * True if the user chose `slippageBps`, which then also applies on chains with another default.
   */
  isSlippageChosen: boolean
  /** True if `slippageBps` follows the trade. */
  isSlippageAuto: boolean
  /** The reasons for an automatic `slippageBps`. Undefined before the first price. */
  slippageReasons: SlippageReasons | undefined
  /** Overrides the host's `deadlineSeconds`. */
  deadlineSeconds: number | undefined
  /** Ids of liquidity modules to exclude, in addition to the host's `routing`. */
  modulesDisabled: readonly string[]
  /** True if the token list hides balances worth less than `SMALL_BALANCE_USD`. */
  hidesSmallBalances: boolean
  theme: 'light' | 'dark' | 'system'
  /** Overrides the language of the host's `locale`. */
  language: Language | undefined
  /** True if the user confirms the verified balance changes before the wallet opens. */
  pauseBeforeSigning: boolean
  /**
   * True if approvals are unlimited where the host allows it. Otherwise each one is for exactly its
   * swap.
   */
  unlimitedApprovals: boolean
  /** The recipients of the last swaps, newest first, at most `MAX_RECENT_RECIPIENTS`. */
  recentRecipients: readonly Address[]
  /** Saved recipients, ordered by label. Used only when the user picks one. */
  bookmarks: readonly Bookmark[]
  /** A new object with each change that the user did not make, so that no event is emitted. */
  notByUser?: object | undefined
}

export interface Bookmark {
  address: Address
  /** 1 to `MAX_BOOKMARK_LABEL` characters. */
  label: string
}

export interface SettingsStore extends SettingsState {
  /** Chooses a limit and ends the automatic mode. */
  setSlippageBps(value: number): void
  setTheme(value: SettingsState['theme']): void
}

/** A token that the user accepted despite a warning. */
export interface ImportedToken extends TokenId {
  /** True if it was accepted as a look-alike. Default: accepted only as unlisted. */
  isLookAlike?: boolean | undefined
}

/** The tokens that a user chose before. The token page stores them in the browser. */
export interface TokenMemory {
  /** In the order of pinning. */
  pinned: readonly TokenId[]
  /** Newest first, at most `MAX_RECENT_TOKENS`. */
  recent: readonly TokenId[]
  /** Accepted unlisted tokens and look-alikes, newest first. They stay marked as unverified. */
  imported: readonly ImportedToken[]
  /**
   * Tokens that were accepted since the page was loaded. Only these need no new acknowledgement,
   * because any script of the origin can write the storage. Never stored.
   */
  accepted?: readonly ImportedToken[]
  /** Chains that the network filter shows first, in the order of pinning. */
  pinnedChains?: readonly number[] | undefined
}

export interface NavigationState {
  /** The entered pages with the current one last. Never empty. */
  stack: readonly [PageName, ...PageName[]]
}

export interface NavigationStore extends NavigationState {
  push(page: PageName): void
  /** Returns to the previous page. Does nothing on the first page. */
  back(): void
  /** Returns to the swap page. */
  home(): void
}

export type ActivityToken = Pick<Token, 'chainId' | 'address' | 'symbol' | 'decimals'>

/**
 * A swap with a sent transaction. Amounts are base units as decimal strings, absent when unknown.
 */
export interface ActivityEntry {
  /** The route's id. */
  id: string
  /** `done` only with a successful receipt. */
  status: 'pending' | 'done' | 'failed'
  chainId: number
  account: Address
  receiver: Address
  inputToken: ActivityToken
  outputToken: ActivityToken
  /** The input of a sale, or the estimated input of a purchase. */
  inputAmount: string
  /**
   * Only for a purchase, in the input token: the input of the signed quote, and the maximum
   * enforced on chain.
   */
  purchase?: { firm?: string | undefined; maximum: string } | undefined
  /**
   * The output shown at the confirmation, exact for a purchase. This and the next three are in the
   * output token.
   */
  indicative: string
  /** The output of the signed quote. */
  firm?: string | undefined
  /** The minimum enforced on chain. */
  minimum?: string | undefined
  received?: string | undefined
  /** The input read from the receipt, in the input token. */
  paid?: string | undefined
  /** The paid network cost in wei, including a rollup's data fee. */
  gasPaid?: string | undefined
  /** The estimated network cost of the swap alone, in wei, when it was signed. */
  gasEstimate?: string | undefined
  /** The limit that the user confirmed. Absent for a wrap. */
  slippageBps?: number | undefined
  /**
   * `amount` is in the output token: as quoted, or as paid if `logIndex` names the log of the
   * receipt.
   */
  partnerFee?:
    | {
        address: Address
        feeBps: number
        amount?: string | undefined
        logIndex?: number | undefined
        usd?: number | undefined
      }
    | undefined
  /**
   * The transaction that counts. A pending entry without a hash and a batch may not have been sent,
   * and is searched for.
   */
  hash?: Hex | undefined
  /** The id of the batch in which it was sent, until the wallet reports its transaction. */
  batchId?: string | undefined
  /** The wallet that received the batch. Only this wallet is queried for it. */
  batchWallet?: string | undefined
  /** The hash that the wallet returned, if another transaction replaced it. */
  replacedHash?: Hex | undefined
  approvalHashes: readonly Hex[]
  /** True if an approval was sent in one batch with the swap. */
  approvedInBatch?: boolean | undefined
  /**
   * True if it was signed although neither contract nor simulation proves the output, as the host
   * allowed.
   */
  isUnverified?: boolean | undefined
  /**
   * Transactions that the user sent to replace it. Wallets may send them in addition, so each
   * speed-up is watched too.
   */
  copies?: readonly { hash: Hex; kind: 'speed-up' | 'cancel' }[] | undefined
  errorCode?: ErrorCode | undefined
  supportId?: string | undefined
  /**
   * Milliseconds since the epoch: when the transaction was sent, and when its outcome was known.
   */
  startedAt: number
  endedAt?: number | undefined
  /**
   * The time after which the contract rejects the swap, in milliseconds since the epoch. Absent
   * without a deadline.
   */
  deadlineAt?: number | undefined
  /** The deadline in the calldata by the chain's clock, in Unix seconds. */
  chainDeadline?: number | undefined
  /**
   * The sent call, stored while it is pending or dropped. It identifies a replacement. `value` is
   * wei.
   */
  call?: { to: Address; data: Hex; value: string } | undefined
  /**
   * The route of its events, stored as long as `call`, so that a later page can emit the last
   * events.
   */
  route?: Route | undefined
  /** The first block and the nonce that watching has found, stored as long as `call`. */
  trace?: { fromBlock: string; isGuess?: boolean | undefined; nonce?: number | undefined } | undefined
}

/**
 * The reason why a swap is pending for long: no node shows it, its wallet no longer reports it, or
 * its other signers have not signed.
 */
export type Wait = 'unseen' | 'silent' | 'signers'

export interface ActivityState {
  /** The swaps of all accounts, newest first. */
  entries: readonly ActivityEntry[]
  /** The reasons why pending entries of an earlier page are delayed, by id. */
  waits: Readonly<Record<string, Wait>>
  /**
   * The ids of swaps of an earlier page that are watched or were found here, until the user
   * dismisses their outcome.
   */
  resumed: readonly string[]
  /**
   * Swaps whose wallet request is unanswered: on this page, in another tab, or on a closed page.
   */
  unanswered?: readonly ActivityEntry[]
  /** The entry whose details are shown. */
  selected: string | undefined
}
