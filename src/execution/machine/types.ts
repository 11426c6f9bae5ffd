import type { PermitMethod, Receipt, SimulationResult, WatchTrace } from '../../chain/types.ts'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import type { Address, Hex } from '../../lib/address.ts'
import type { SentBatch } from '../../wallet/types.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { PriceResult } from '../../wire/router.ts'

/** The swap the user confirmed on the review page. Immutable. */
export interface SwapIntent {
  /** The route's id, stable from review to receipt. */
  id: string
  chainId: number
  inputToken: Token
  outputToken: Token
  /** Base units: what a sale pays; what a purchase is expected to pay at `price`. */
  inputAmount: bigint
  /** Base units: what a purchase must deliver; undefined for a sale. */
  outputAmount?: bigint | undefined
  /** The price shown when the user confirmed. */
  price: PriceResult
  /** When that price was received, in milliseconds since the epoch; undefined is unknown. */
  pricedAt?: number | undefined
  slippageBps: number
  account: Address
  receiver: Address
  partner: { address: Address; feeBps: number } | undefined
  /** The wrapper contract of the native token, if the swap wraps or unwraps by it alone, without the service. */
  wrapper?: Address | undefined
}

/** The figures the user last agreed to: those of the shown price, or of a worse quote they accepted. */
export interface Terms {
  /** The expected input: exact for a sale. Base units of the input token. */
  inputAmount: bigint
  /** The most that may leave the account, enforced on chain. Base units of the input token. */
  maxInputAmount: bigint
  /** The expected output: exact for a purchase. This and the next two are base units of the output token. */
  outputAmount: bigint
  /** The minimum the receiver may get, enforced on chain. */
  minOutputAmount: bigint
  settlementFee: bigint
  /** How far below `outputAmount`, or above `inputAmount`, a firm quote may be without asking the user again. */
  toleranceBps: number
  /** The unusual gas limit the user accepted; undefined if there was none. */
  gasLimit: bigint | undefined
  /** Whether the user agreed to sign a call whose output could not be verified. */
  acceptsUnchecked: boolean
  /** True once the user agreed to sign a call that enforces no minimum. */
  acceptsNoMinimum: boolean
  /** Whether the user agreed to approve by a transaction after a signature or a batch was refused. */
  acceptsApproval: boolean
  /** Whether the user chose an unlimited approval, and was shown it. If not, approvals are for exactly what was agreed. */
  unlimitedApproval: boolean
  /** Whether the user wants to see the verified quote before the wallet opens, and has not seen it yet. */
  pausesBeforeSigning: boolean
}

/** Why the user is asked again before the wallet opens. */
export type ReconfirmReason =
  | 'worse-price'
  | 'unusual-gas'
  | 'unchecked'
  | 'no-minimum'
  | 'approval-instead'
  | 'pause'

/** A quote that passed verification, and the call to sign. */
export interface VerifiedQuote {
  quote: QuoteResult
  to: Address
  data: Hex
  /** Wei. */
  value: bigint
  /** What leaves the account: for a purchase the larger of the quoted and the simulated input. */
  inputAmount: bigint
  /** The most that `data` can take of the input; approval and `value` are for it. */
  maxInputAmount: bigint
  /** What the receiver gets: the smaller of the quoted and the simulated output. */
  outputAmount: bigint
  /** The minimum encoded in `data` and enforced on chain; undefined with codec `none`. */
  minOutputAmount: bigint | undefined
  /** The deadline in `data` by the local clock, in milliseconds since the epoch; undefined where the contract has none. */
  deadlineAt?: number | undefined
  /** The same as `data` says it, in Unix seconds by the chain's clock. */
  chainDeadline?: number | undefined
  /** Whether the contract measures what the receiver gets; if not, only `simulation` does. */
  measuresReceiver: boolean
  /** Whether `data` carries the signed permit. */
  hasPermit?: boolean
  /** The user signed a permit and the chain does not accept it. */
  isPermitRefused?: boolean
  /** The approvals needed first; undefined when there are none. */
  approvals: ApprovalPlan | undefined
  /** The latest block when it was verified: nothing was sent before. Undefined is unknown. */
  verifiedAt?: bigint | undefined
  /** Our own simulation, missing approvals included; undefined if the RPC cannot simulate. */
  simulation: SimulationResult | undefined
  /**
   * Units of gas: the limit sent to the wallet, and the amount expected from simulation and quote. `priceWei` is per
   * unit; undefined when unknown.
   */
  gas: { limit: bigint; expected: bigint; priceWei: bigint | undefined }
  /** Estimated network cost of the swap alone, in wei; undefined when unknown. */
  gasCostWei: bigint | undefined
  /** Milliseconds since the epoch: after this the quote has to be replaced before signing. */
  freshUntil: number
  supportId: string | undefined
}

export type ApprovalStep = 'approval-reset' | 'approval'

export interface ApprovalPlan {
  /** `approval-reset` first where a non-zero allowance must be reset (USDT-like tokens). */
  steps: readonly ApprovalStep[]
  token: Address
  spender: Address
  /** What is asked for: the agreed maximum, or `UNLIMITED` where the user chose that. Base units. */
  amount: bigint
  /** What the swap needs of it. Wallets let users lower the amount. */
  needed: bigint
  currentAllowance: bigint
  /** A signature that is asked for instead; undefined where a transaction is needed. */
  permit?: PermitPlan | undefined
  /** Whether the steps are sent with the swap, as one request that is executed as a whole or not at all. */
  isBatched?: boolean
  /** The maximum gas limit of one approval; undefined if none was simulated. */
  maxGas: bigint | undefined
  /** Estimated network cost of approvals and swap together, in wei; undefined when unknown. */
  totalGasWei: bigint | undefined
}

/** A signature in place of an approval. */
export interface PermitPlan {
  method: PermitMethod
  /** Unix seconds: afterwards neither the signature nor what it allows through Permit2 counts. */
  deadline: bigint
}

export type PermittedPlan = Omit<ApprovalPlan, 'permit'> & { permit: PermitPlan }

/** A permit that the user has signed. It travels in the calldata of the swap. */
export interface SignedPermit {
  /** As the router reads it. */
  data: Hex
  /** Base units of the input token. */
  amount: bigint
  /** Unix seconds. */
  deadline: bigint
}

/** Why an approval is needed after all: the wallet cannot sign permits, or the chain does not accept the signature. */
export type PermitRefusal = 'wallet' | 'chain'

/** The result of a mined swap, read from the receipt. Amounts are base units; undefined is unknown. */
export interface SwapOutcome {
  receipt: Receipt
  paid: bigint | undefined
  received: bigint | undefined
  /** Absent with a router that names none, and where nothing was paid. */
  partnerFee?: PaidFee | undefined
  /** With what the chain took besides the gas. */
  gasPaidWei: bigint | undefined
  /** The hash the wallet returned, if a replacement was mined. */
  replacedHash: Hex | undefined
}

/** What a partner was paid, and the log that says so. */
export interface PaidFee {
  /** Base units of the output token, as a decimal string. */
  amount: string
  /** Of the log in its block, as a node numbers it. */
  logIndex: number
}

/** A completed process of this run. */
export type DoneProcess =
  | { type: 'chain-switch' | 'permit' }
  /**
   * `amount`: the allowance afterwards, in base units. `isLagging`: only the receipt names this allowance so far.
   * `replacedHash`: the hash that the wallet returned, if a replacement was mined.
   */
  | { type: ApprovalStep; hash: Hex; amount?: bigint; isLagging?: true; replacedHash?: Hex }

/** The data every stage of one run carries. */
export interface Run {
  intent: SwapIntent
  terms: Terms
  done: readonly DoneProcess[]
  permit?: SignedPermit
  permitRefused?: PermitRefusal
  /** The wallet said that it does not send the batch: approval and swap are sent one after the other. */
  batchRefused?: boolean
}

/**
 * What the wallet returned: the hash of a transaction, or of the request that a contract account's signers have to sign, or
 * the id of a batch, whose hash is found later. `isUncertain`: it failed without saying that nothing was sent. `since`: the
 * block at which it was asked; undefined is unknown.
 */
export type Sent =
  | { hash: Hex; batchId?: undefined; isUncertain?: undefined; since?: bigint | undefined }
  | ({ hash: undefined; isUncertain?: undefined; since: bigint | undefined } & SentBatch)
  | { hash: undefined; batchId?: undefined; isUncertain: true; since: bigint | undefined }

/** A quote as received, before verification. */
export interface FirmQuote {
  quote: QuoteResult
  supportId: string | undefined
  /** How far the service's clock is ahead of the local one, in milliseconds. */
  clockSkewMs: number
}

/**
 * The state of a swap. Each stage holds only the data that is valid in it.
 * idle -> switching? -> quoting -> verifying -> reconfirm?
 *   -> ((permitting | (permitting? -> reconfirm)? -> approving*) -> quoting -> verifying -> reconfirm?)*
 *   -> signing -> watching -> completed | failed
 */
export type ExecutionState =
  | { stage: 'idle' }
  | ({ stage: 'switching' } & Run)
  | ({ stage: 'quoting' } & Run)
  | ({ stage: 'verifying' } & FirmQuote & Run)
  /** The firm quote does not match the terms (`reasonsToAsk`): waits for the user. */
  | ({ stage: 'reconfirm'; verified: VerifiedQuote } & Run)
  /**
   * `hash` is undefined until the wallet has signed. `verified`: the quote that needs the approvals. `awaitingSigners`: as
   * while watching. `since`: the block at which the wallet was asked.
   */
  | ({
      stage: 'approving'
      plan: ApprovalPlan
      step: number
      hash: Hex | undefined
      since?: bigint
      verified?: VerifiedQuote
      awaitingSigners?: true
    } & Run)
  /** The wallet is asked for a signature that replaces the approvals of `plan`. */
  | ({ stage: 'permitting'; plan: PermittedPlan; verified: VerifiedQuote } & Run)
  | ({ stage: 'signing'; verified: VerifiedQuote } & Run)
  /**
   * `awaitingSigners`: a multisig accepted the request, its transaction is not on chain yet. `isUnseen`: the node has
   * not returned the transaction for a while; it may still be mined. `isUncertain`: the wallet did not say whether it sent
   * the swap, or has forgotten its batch; the swap is looked for. `trace`: what a later watch needs to go on.
   */
  | ({
      stage: 'watching'
      verified: VerifiedQuote
      /** Undefined while the wallet has not named the transaction of its batch, and while it is uncertain. */
      hash: Hex | undefined
      batchId?: string
      /** The wallet that took the batch. */
      batchWallet?: string
      awaitingSigners: boolean
      isUnseen?: boolean
      isUncertain?: boolean
      trace?: WatchTrace
      /** Wei that the reverted transaction paid. */
      gasPaidWei?: bigint
    } & Run)
  | ({ stage: 'completed'; verified: VerifiedQuote; outcome: SwapOutcome } & Run)
  /** `approvedInBatch`: an approval was sent in one batch with the swap. */
  | ({
      stage: 'failed'
      error: SluiceError
      at: FailableStage
      hash: Hex | undefined
      approvedInBatch?: boolean
      /** Wei that the reverted transaction paid; undefined is unknown. */
      gasPaidWei?: bigint
    } & Run)

export type Stage = ExecutionState['stage']
export type FailableStage = Exclude<Stage, 'idle' | 'completed' | 'failed' | 'reconfirm'>
/** The state of one stage. */
export type StateOf<Name extends Stage> = Extract<ExecutionState, { stage: Name }>

export type ExecutionEvent =
  /** `onChain`: the wallet is known to be on the intent's chain. */
  | { type: 'started'; intent: SwapIntent; terms: Terms; onChain: boolean }
  | { type: 'chain-ready' }
  | ({ type: 'quoted' } & FirmQuote)
  | { type: 'verified'; verified: VerifiedQuote }
  /** `isFresh`: the accepted quote has not expired. */
  | { type: 'accepted'; isFresh: boolean }
  | { type: 'permit-signed'; permit: SignedPermit }
  | { type: 'permit-refused'; by: PermitRefusal }
  /** `since`: the block at which the wallet was asked; undefined is unknown. */
  | { type: 'approval-sent'; hash: Hex; since?: bigint | undefined }
  /** `allowance`: as read from the chain, in base units; with `isLagging` as named by the receipt. */
  | { type: 'approval-mined'; hash: Hex; allowance: bigint; isLagging?: true }
  | ({ type: 'sent' } & Sent)
  | { type: 'batch-refused' }
  /** The transaction of the batch, or of an uncertain swap, is known. */
  | { type: 'included'; hash: Hex }
  /** The wallet that took the batch has not answered about it for a while, or does again. */
  | { type: 'uncertain'; isUncertain: boolean }
  | { type: 'awaiting-signers' }
  | { type: 'unseen'; isUnseen: boolean }
  | { type: 'traced'; trace: WatchTrace }
  /** The transaction was mined and reverted. */
  | { type: 'reverted'; gasPaidWei: bigint }
  | { type: 'settled'; outcome: SwapOutcome }
  | { type: 'failed'; error: SluiceError; hash?: Hex }
  /** An abandoned request was signed after all: its transaction is watched. */
  | ({ type: 'resumed'; from: StateOf<'signing'> } & Sent)
  | { type: 'cancelled' }
  | { type: 'dismissed' }

/** Called with each new state of a swap that was abandoned in `from`. */
export type BackgroundSwapListener = (from: StateOf<'signing' | 'watching'>, now: ExecutionState) => void

/**
 * A swap whose transaction was sent, next to the current one: pending, or ended and not yet dismissed. Also one that was left
 * although its approval was sent or its permit signed: `failed` at `approving` or `permitting`.
 */
export type BackgroundSwap = StateOf<'watching' | 'completed' | 'failed'>

export interface StartOptions {
  /** Waits once for `accept` before the wallet is first asked, also where the quote matches the terms. Default false. */
  pausesBeforeSigning?: boolean
  /** Approves without a limit, where the config allows it. Default false: exactly the agreed maximum. */
  unlimitedApproval?: boolean
}

/** Runs one swap at a time, outside React. */
export interface Execution {
  getState(): ExecutionState
  /** Called after every change of the state or of the background swaps, and when a request that was left is answered. */
  subscribe(listener: () => void): () => void
  /**
   * Called on changes of abandoned swaps: those whose transaction is pending while another swap runs, and those
   * abandoned during the signature request that the wallet rejected. One signed while no swap runs becomes the current
   * swap again.
   */
  onBackgroundSwap(listener: BackgroundSwapListener): () => void
  /** The background swaps whose transaction was sent, oldest first. A new array after each change. */
  getBackgroundSwaps(): readonly BackgroundSwap[]
  /** Removes an ended swap from that list. */
  dismissBackgroundSwap(swap: BackgroundSwap): void
  /** Starts a confirmed swap. Does nothing while one runs; a swap whose transaction was sent becomes a background swap. */
  start(intent: SwapIntent, options?: StartOptions): void
  /** Accepts the firm quote of `reconfirm`. */
  accept(): void
  /** Cancels a swap that was not sent; a transaction already sent stays watched until dismissed. */
  cancel(): void
  /**
   * Stops waiting for a transaction that no node returns, that was perhaps not sent, or that other signers have to sign:
   * `TRANSACTION_DROPPED`.
   */
  giveUp(): void
  /** The same for a background swap. */
  giveUpBackgroundSwap(swap: BackgroundSwap): void
  /** Back to idle, from any stage. */
  dismiss(): void
  /** Whether the outcome of a sent transaction is still unknown. */
  isWatching(): boolean
  /** The states in which the wallet was asked for something and has not answered; some may have been left. Also once destroyed. */
  getOpenRequests(): readonly ExecutionState[]
  /** Stops watching all transactions. */
  stopWatching(): void
  /** Stops all work. Listeners of `subscribe` still hear what the wallet answers to a request that is open, and nothing after it. */
  destroy(): void
}
