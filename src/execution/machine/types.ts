import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { PriceResult } from '../../../wire/router.ts'
import type { PermitMethod, Receipt, SimulationResult, WatchTrace } from '../../chain/types.ts'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import type { SentBatch } from '../../wallet/types.ts'

/** The swap the user confirmed on the review page. Immutable. */
export interface SwapIntent {
  /** The route's id, stable from review to receipt. */
  id: string
  chainId: number
  inputToken: Token
  outputToken: Token
  /** Base units: the amount a sale pays, or the expected payment of a purchase at `price`. */
  inputAmount: bigint
  /** Base units: the amount a purchase must deliver; undefined for a sale. */
  outputAmount?: bigint | undefined
  /** The price shown when the user confirmed. */
  price: PriceResult
  /** When that price was received, in milliseconds since the epoch; undefined is unknown. */
  pricedAt?: number | undefined
  slippageBps: number
  account: Address
  receiver: Address
  partner: { address: Address; feeBps: number } | undefined
  /**
   * The wrapper contract of the native token for a swap that only wraps or unwraps, without the
   * service.
   */
  wrapper?: Address | undefined
}

/** The amounts the user last accepted, from the shown price or from a worse quote. */
export interface Terms {
  /** The expected input: exact for a sale. Base units of the input token. */
  inputAmount: bigint
  /** The most that may leave the account, enforced on chain. Base units of the input token. */
  maxInputAmount: bigint
  /**
   * The expected output: exact for a purchase. This and the next two are base units of the output
   * token.
   */
  outputAmount: bigint
  /** The minimum the receiver may get, enforced on chain. */
  minOutputAmount: bigint
  settlementFee: bigint
  /**
   * How far below `outputAmount`, or above `inputAmount`, a firm quote may be without asking the
   * user again.
   */
  toleranceBps: number
  /** The unusual gas limit the user accepted; undefined if none was unusual. */
  gasLimit: bigint | undefined
  /** True if the user accepted a call whose output could not be verified. */
  acceptsUnchecked: boolean
  /** True if the user accepted a call that enforces no minimum. */
  acceptsNoMinimum: boolean
  /** True if the user accepted an approval transaction after a rejected permit or batch. */
  acceptsApproval: boolean
  /**
   * True if the user chose an unlimited approval that was shown. Otherwise approvals are for
   * exactly the agreed amount.
   */
  unlimitedApproval: boolean
  /**
   * True if the user wants to see the verified quote before the wallet opens, and has not seen it
   * yet.
   */
  pausesBeforeSigning: boolean
}

/** Why the user has to confirm again before the wallet opens. */
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
  /**
   * The amount that leaves the account: for a purchase the larger of the quoted and the simulated
   * input.
   */
  inputAmount: bigint
  /** The most that `data` can take of the input. Approval and `value` cover it. */
  maxInputAmount: bigint
  /** The amount the receiver gets: the smaller of the quoted and the simulated output. */
  outputAmount: bigint
  /** The minimum encoded in `data` and enforced on chain; undefined with codec `none`. */
  minOutputAmount: bigint | undefined
  /**
   * The deadline in `data` by the local clock, in milliseconds since the epoch; undefined if the
   * contract has none.
   */
  deadlineAt?: number | undefined
  /** The deadline in `data`, in Unix seconds by the chain's clock. */
  chainDeadline?: number | undefined
  /** True if the contract measures the received amount; if not, only `simulation` does. */
  measuresReceiver: boolean
  /** True if `data` carries the signed permit. */
  hasPermit?: boolean
  /** True if the chain rejects the permit that the user signed. */
  isPermitRefused?: boolean
  /** The approvals needed first; undefined if none is needed. */
  approvals: ApprovalPlan | undefined
  /** The latest block at verification, before anything was sent. Undefined is unknown. */
  verifiedAt?: bigint | undefined
  /** Our own simulation, missing approvals included; undefined if the RPC cannot simulate. */
  simulation: SimulationResult | undefined
  /**
   * Units of gas: the limit sent to the wallet, and the amount expected from simulation and quote.
   * `priceWei` is per unit; undefined when unknown.
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
  /** `approval-reset` first if a non-zero allowance must be reset (USDT-like tokens). */
  steps: readonly ApprovalStep[]
  token: Address
  spender: Address
  /**
   * The requested allowance: the agreed maximum, or `UNLIMITED` if the user chose that. Base units.
   */
  amount: bigint
  /** The allowance that the swap needs. Wallets let users lower `amount`. */
  needed: bigint
  currentAllowance: bigint
  /** The signature requested instead; undefined if a transaction is needed. */
  permit?: PermitPlan | undefined
  /** True if the steps are sent with the swap as one atomic batch. */
  isBatched?: boolean
  /** The maximum gas limit of one approval; undefined if none was simulated. */
  maxGas: bigint | undefined
  /** Estimated network cost of approvals and swap together, in wei; undefined when unknown. */
  totalGasWei: bigint | undefined
}

/** A signature in place of an approval. */
export interface PermitPlan {
  method: PermitMethod
  /** Unix seconds: the signature and its Permit2 allowance expire then. */
  deadline: bigint
}

export type PermittedPlan = Omit<ApprovalPlan, 'permit'> & { permit: PermitPlan }

/** A permit that the user has signed. The calldata of the swap carries it. */
export interface SignedPermit {
  /** In the encoding of the router. */
  data: Hex
  /** Base units of the input token. */
  amount: bigint
  /** Unix seconds. */
  deadline: bigint
}

/**
 * Why an approval is needed after all: the wallet cannot sign permits, or the chain rejects the
 * signature.
 */
export type PermitRefusal = 'wallet' | 'chain'

/**
 * The result of a mined swap, read from the receipt. Amounts are base units; undefined is unknown.
 */
export interface SwapOutcome {
  receipt: Receipt
  paid: bigint | undefined
  received: bigint | undefined
  /** Absent if the router reports no partner fee or none was paid. */
  partnerFee?: PaidFee | undefined
  /** Includes the fees beside gas. */
  gasPaidWei: bigint | undefined
  /** The hash the wallet returned, if a replacement was mined. */
  replacedHash: Hex | undefined
}

/** The fee a partner was paid, and the log that proves it. */
export interface PaidFee {
  /** Base units of the output token, as a decimal string. */
  amount: string
  /** The index of the log in its block. */
  logIndex: number
}

/** A completed process of this run. */
export type DoneProcess =
  | { type: 'chain-switch' | 'permit' }
  /**
   * `amount`: the allowance afterwards, in base units. `isLagging`: only the receipt contains this
   * allowance so far. `replacedHash`: the hash that the wallet returned, if a replacement was
   * mined.
   */
  | { type: ApprovalStep; hash: Hex; amount?: bigint; isLagging?: true; replacedHash?: Hex }

/** The data every stage of one run carries. */
export interface Run {
  intent: SwapIntent
  terms: Terms
  done: readonly DoneProcess[]
  permit?: SignedPermit
  permitRefused?: PermitRefusal
  /** True if the wallet rejected the batch: approval and swap are sent separately. */
  batchRefused?: boolean
}

/**
 * The wallet's response: the hash of a transaction, the hash of a request that the signers of a
 * contract account have to sign, or the id of a batch. `isUncertain`: the request failed without
 * proving that nothing was sent. `since`: the block before the request; undefined is unknown.
 */
export type Sent =
  | { hash: Hex; batchId?: undefined; isUncertain?: undefined; since?: bigint | undefined }
  | ({ hash: undefined; isUncertain?: undefined; since: bigint | undefined } & SentBatch)
  | { hash: undefined; batchId?: undefined; isUncertain: true; since: bigint | undefined }

/** A fact of the call that is compared with what the user agreed to. */
export type CheckedFact = 'contract' | 'minimum' | 'receiver' | 'cost'

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
  /** `checked`: the facts that have passed so far, for display only. */
  | ({ stage: 'verifying'; checked?: readonly CheckedFact[] } & FirmQuote & Run)
  /** The firm quote does not match the terms (`reasonsToAsk`): waits for the user. */
  | ({ stage: 'reconfirm'; verified: VerifiedQuote } & Run)
  /**
   * `hash` is undefined until the wallet has signed. `verified`: the quote that needs the
   * approvals. `awaitingSigners`: as while watching. `since`: the block before the wallet request.
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
  /** The wallet has an open request for a signature that replaces the approvals of `plan`. */
  | ({ stage: 'permitting'; plan: PermittedPlan; verified: VerifiedQuote } & Run)
  | ({ stage: 'signing'; verified: VerifiedQuote } & Run)
  /**
   * `awaitingSigners`: a multisig accepted the request, its transaction is not on chain yet.
   * `isUnseen`: the node has not returned the transaction for a while; it may still be mined.
   * `isUncertain`: the wallet did not report whether it sent the swap, or no longer has its batch,
   * so the chain is searched. `trace`: the data a later watch needs to resume.
   */
  | ({
      stage: 'watching'
      verified: VerifiedQuote
      /** Undefined while the transaction of a batch or of an uncertain swap is unknown. */
      hash: Hex | undefined
      batchId?: string
      /** The wallet that accepted the batch. */
      batchWallet?: string
      awaitingSigners: boolean
      isUnseen?: boolean
      isUncertain?: boolean
      trace?: WatchTrace
      /** The network cost of the reverted transaction, in wei. */
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
      /** The network cost of the reverted transaction, in wei; undefined is unknown. */
      gasPaidWei?: bigint
    } & Run)

export type Stage = ExecutionState['stage']
export type FailableStage = Exclude<Stage, 'idle' | 'completed' | 'failed' | 'reconfirm'>
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
  /** `since`: the block before the wallet request; undefined is unknown. */
  | { type: 'approval-sent'; hash: Hex; since?: bigint | undefined }
  /**
   * `allowance`: as read from the chain, in base units; with `isLagging` as contained in the
   * receipt.
   */
  | { type: 'approval-mined'; hash: Hex; allowance: bigint; isLagging?: true }
  | ({ type: 'sent' } & Sent)
  | { type: 'batch-refused' }
  /** The transaction of the batch, or of an uncertain swap, is known. */
  | { type: 'included'; hash: Hex }
  /** The wallet of the batch has not answered about it for a while, or answers again. */
  | { type: 'uncertain'; isUncertain: boolean }
  | { type: 'awaiting-signers' }
  | { type: 'checked'; facts: readonly CheckedFact[] }
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
 * A swap whose transaction was sent, next to the current one: pending, or ended and not yet
 * dismissed. Includes swaps abandoned after their approval was sent or their permit was signed:
 * `failed` at `approving` or `permitting`.
 */
export type BackgroundSwap = StateOf<'watching' | 'completed' | 'failed'>

export interface StartOptions {
  /**
   * Waits once for `accept` before the first wallet request, even if the quote matches the terms.
   * Default false.
   */
  pausesBeforeSigning?: boolean
  /**
   * Requests an unlimited approval if the config allows it. Default false: exactly the agreed
   * maximum.
   */
  unlimitedApproval?: boolean
}

/** Runs one swap at a time, outside React. */
export interface Execution {
  getState(): ExecutionState
  /**
   * Called after every change of the state or of the background swaps, and when an abandoned
   * request is answered.
   */
  subscribe(listener: () => void): () => void
  /**
   * Called on changes of abandoned swaps: those whose transaction is pending while another swap
   * runs, and those abandoned during a signature request that the wallet rejected. A swap signed
   * while no other runs becomes the current swap again.
   */
  onBackgroundSwap(listener: BackgroundSwapListener): () => void
  /**
   * The background swaps whose transaction was sent, oldest first. A new array after each change.
   */
  getBackgroundSwaps(): readonly BackgroundSwap[]
  /** Removes an ended swap from that list. */
  dismissBackgroundSwap(swap: BackgroundSwap): void
  /**
   * Starts a confirmed swap. Does nothing while one runs; a swap whose transaction was sent becomes
   * a background swap.
   */
  start(intent: SwapIntent, options?: StartOptions): void
  /** Accepts the firm quote of `reconfirm`. */
  accept(): void
  /** Cancels a swap that was not sent; a transaction already sent stays watched until dismissed. */
  cancel(): void
  /**
   * Stops waiting for a transaction that no node returns, that may not have been sent, or that
   * other signers have to sign. The swap fails with `TRANSACTION_DROPPED`.
   */
  giveUp(): void
  /** Stops waiting for a background swap, as `giveUp` does for the current one. */
  giveUpBackgroundSwap(swap: BackgroundSwap): void
  /** Returns to idle from any stage. */
  dismiss(): void
  /** True if the outcome of a sent transaction is still unknown. */
  isWatching(): boolean
  /**
   * The states with an open wallet request, including abandoned ones. Also available after
   * `destroy`.
   */
  getOpenRequests(): readonly ExecutionState[]
  /** Stops watching all transactions. */
  stopWatching(): void
  /**
   * Stops all work. Listeners of `subscribe` are still called with the result of an open wallet
   * request, and never after it.
   */
  destroy(): void
}
