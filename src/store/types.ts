import type { StoreApi } from 'zustand/vanilla'
import type { ResolvedName } from '../chain/types.ts'
import type { TokenId } from '../config/types.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { PageName, Route, Token } from '../events/types.ts'
import type { Language } from '../i18n/languages.ts'
import type { Address, Hex } from '../lib/address.ts'
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
   * Undefined: what is paid is entered in tokens. Else in dollars: what was typed, "" when the amount came from elsewhere.
   * `inputAmount` is what is traded either way.
   */
  inputUsd?: string | undefined
  /** The amount that was chosen as the whole balance; nothing is whole once it, its token, the chain or the account changes. */
  whole?: WholeBalance | undefined
  /** Whether the output goes to `recipient`; counts only where the config allows it. */
  sendsToRecipient: boolean
  /** Receives the output; undefined while none is entered. Kept while `sendsToRecipient` is false. */
  recipient: Address | undefined
  /** The name by which a recipient was found. Counts only while `recipient` is this address. */
  namedRecipient?: ResolvedName | undefined
  /** The token that took a side because the other side's token was chosen on another chain; until it is dismissed. */
  moved?: (TokenId & { side: 'input' | 'output' }) | undefined
}

export interface WholeBalance {
  chainId: number
  token: Address
  amount: string
  /** Of which it was chosen, in base units. */
  balance: bigint
  /** Whose balance it is; undefined while no wallet is connected. */
  account: Address | undefined
}

export interface TokenSelection {
  chainId: number
  token: Address
  /** What the other side becomes if it is on another chain. */
  counterpart?: Address | undefined
}

export interface FormStore extends FormState {
  /**
   * Choosing the other side's token flips the pair and empties the amounts. A chain different from the other side's moves
   * that side to its `counterpart` there; without one it becomes empty.
   */
  selectToken(side: 'input' | 'output', choice: TokenSelection): void
  /** What to pay: the trade is a sale. */
  setInputAmount(amount: string): void
  /** What to pay, as it was entered in dollars; undefined goes back to tokens. The amount is that of the token. */
  setInputUsd(usd: string | undefined, amount?: string): void
  /** What to receive: the trade is a purchase. */
  setOutputAmount(amount: string): void
  /** The pair the other way round, with this amount. */
  flip(amounts: Pick<FormState, 'inputAmount' | 'outputAmount'>): void
  setSendsToRecipient(sendsToRecipient: boolean): void
  setRecipient(recipient: Address | undefined, named?: ResolvedName): void
  reset(form: FormState): void
}

export interface SettingsState {
  slippageBps: number
  /** Whether the user chose `slippageBps`, which then stays on other chains, whatever the host's default is there. */
  isSlippageChosen: boolean
  /** Whether `slippageBps` follows the trade instead of being chosen. */
  isSlippageAuto: boolean
  /** What an automatic `slippageBps` derives from; undefined until a price was known. */
  slippageReasons: SlippageReasons | undefined
  /** Seconds, in place of the host's `deadlineSeconds`. */
  deadlineSeconds: number | undefined
  /** Ids of liquidity modules not to use, beside those of the host's `routing`. */
  modulesDisabled: readonly string[]
  /** Whether the token list leaves out what is worth less than `SMALL_BALANCE_USD`. */
  hidesSmallBalances: boolean
  theme: 'light' | 'dark' | 'system'
  /** In place of that of the host's `locale`. */
  language: Language | undefined
  /** Whether the checked balance changes are shown, and confirmed, before the wallet opens. */
  pauseBeforeSigning: boolean
  /** Whether approvals are unlimited, where the host allows it. Otherwise each is for exactly its swap. */
  unlimitedApprovals: boolean
  /** The recipients of the last swaps, newest first, at most `MAX_RECENT_RECIPIENTS`. */
  recentRecipients: readonly Address[]
  /** Recipients that the user has saved, in the order of their labels; never used by themselves. */
  bookmarks: readonly Bookmark[]
  /** Another object with each change that the user did not make: no event tells it. */
  notByUser?: object | undefined
}

export interface Bookmark {
  address: Address
  /** 1 to `MAX_BOOKMARK_LABEL` characters. */
  label: string
}

export interface SettingsStore extends SettingsState {
  /** A limit that was chosen: it does not follow the trade any more. */
  setSlippageBps(value: number): void
  setTheme(value: SettingsState['theme']): void
  addRecentRecipient(recipient: Address): void
  clearRecentRecipients(): void
  /** Replaces an earlier one of the same address. */
  addBookmark(bookmark: Bookmark): void
  removeBookmark(address: Address): void
}

/** A token that was accepted. */
export interface ImportedToken extends TokenId {
  /** It was accepted as a look-alike. Default: as an unlisted token only. */
  isLookAlike?: boolean | undefined
}

/** The tokens a user chose before. Kept in the browser by the token page. */
export interface TokenMemory {
  /** In the order they were pinned. */
  pinned: readonly TokenId[]
  /** Newest first, at most `MAX_RECENT_TOKENS`. */
  recent: readonly TokenId[]
  /** Unlisted tokens and look-alikes that were accepted, newest first. They stay marked as unverified. */
  imported: readonly ImportedToken[]
  /**
   * Tokens that were accepted since the page was loaded. Only these need no new acknowledgement: any script
   * of the origin can write what is stored. Never stored.
   */
  accepted?: readonly ImportedToken[]
  /** Chains that the network strip shows first, in the order they were pinned. */
  pinnedChains?: readonly number[] | undefined
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

export type ActivityToken = Pick<Token, 'chainId' | 'address' | 'symbol' | 'decimals'>

/** One swap of which a transaction was sent. Amounts are base units as decimal strings; absent when unknown. */
export interface ActivityEntry {
  /** The route's id. */
  id: string
  /** `done` only with a receipt that says so. */
  status: 'pending' | 'done' | 'failed'
  chainId: number
  account: Address
  receiver: Address
  inputToken: ActivityToken
  outputToken: ActivityToken
  /** What a sale pays; what a purchase was expected to pay. */
  inputAmount: string
  /** Only of a purchase, in the input token: what the signed quote said, and the maximum enforced on chain. */
  purchase?: { firm?: string | undefined; maximum: string } | undefined
  /** The output shown when the user confirmed, exact for a purchase. This and the next three are in the output token. */
  indicative: string
  /** The output of the quote that was signed. */
  firm?: string | undefined
  /** The minimum enforced on chain. */
  minimum?: string | undefined
  received?: string | undefined
  /** In the input token, read from the receipt. */
  paid?: string | undefined
  /** Wei, with what the chain took besides the gas. */
  gasPaid?: string | undefined
  /** What the swap alone was expected to cost when it was signed, in wei. */
  gasEstimate?: string | undefined
  /** The limit that the person agreed to; absent for a wrap, which has none. */
  slippageBps?: number | undefined
  /** `amount` is in the output token: as quoted, or as paid where `logIndex` names the log of the receipt that says so. */
  partnerFee?:
    | {
        address: Address
        feeBps: number
        amount?: string | undefined
        logIndex?: number | undefined
        usd?: number | undefined
      }
    | undefined
  /** The transaction that counts. A pending entry with neither it nor a batch may not have been sent: it is looked for. */
  hash?: Hex | undefined
  /** The id of the batch it was sent in, while the wallet has not named its transaction. */
  batchId?: string | undefined
  /** The wallet that took the batch: no other one is asked of it. */
  batchWallet?: string | undefined
  /** The hash the wallet returned, if another transaction took its place. */
  replacedHash?: Hex | undefined
  approvalHashes: readonly Hex[]
  /** Whether an approval was sent in one batch with the swap. */
  approvedInBatch?: boolean | undefined
  /** Whether it was signed although neither contract nor simulation says what is received, as the host allowed it then. */
  isUnverified?: boolean | undefined
  /** What the person sent in its place: wallets may send it beside it instead. Each speed-up is followed too. */
  copies?: readonly { hash: Hex; kind: 'speed-up' | 'cancel' }[] | undefined
  errorCode?: ErrorCode | undefined
  supportId?: string | undefined
  /** Milliseconds since the epoch: when the transaction was sent, and when its end was known. */
  startedAt: number
  endedAt?: number | undefined
  /** After this the contract swaps nothing, in milliseconds since the epoch; absent where it has no deadline. */
  deadlineAt?: number | undefined
  /** The same by the chain's clock, as the call says it, in Unix seconds. */
  chainDeadline?: number | undefined
  /** The call that was sent, while it is pending or dropped: it tells a replacement from another transaction. `value` is wei. */
  call?: { to: Address; data: Hex; value: string } | undefined
  /** The route of its events, as long as `call`: a later page emits the last ones with it. */
  route?: Route | undefined
  /** What watching has found so far, as long as `call`: the first block and the nonce. */
  trace?: { fromBlock: string; isGuess?: boolean | undefined; nonce?: number | undefined } | undefined
}

/** For a while the network has not shown the transaction, or its wallet not told of it; or its other signers are awaited. */
export type Wait = 'unseen' | 'silent' | 'signers'

export interface ActivityState {
  /** Of all accounts, newest first. */
  entries: readonly ActivityEntry[]
  /** What pending entries of an earlier page have been waiting for, by id. */
  waits: Readonly<Record<string, Wait>>
  /** The ids of swaps of an earlier page that are watched or were found here, until their end was read. */
  resumed: readonly string[]
  /** Swaps that a wallet was asked to sign and has not answered: of this page, of another tab, or of a page that is gone. */
  unanswered?: readonly ActivityEntry[]
  /** The entry whose details are shown. */
  selected: string | undefined
}
