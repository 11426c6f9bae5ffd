import type { Receipt, SimulationResult } from '../../chain/types.ts'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import type { Address, Hex } from '../../lib/address.ts'
import type { PriceResult, QuoteResult } from '../../wire/router.ts'

/** What the person agreed to on the review page: frozen at Confirm. */
export interface SwapIntent {
  /** The route's id, stable from review to receipt. */
  id: string
  chainId: number
  inputToken: Token
  outputToken: Token
  /** Base units. */
  inputAmount: bigint
  /** The price on the screen when the person confirmed. */
  price: PriceResult
  slippageBps: number
  account: Address
  receiver: Address
  partner: { address: Address; feeBps: number } | undefined
}

/** The numbers the person last agreed to: those of the shown price, or of a worse quote they accepted. */
export interface Terms {
  /** What the receiver gets when all goes as shown. Base units of the output token, as are the others. */
  outputAmount: bigint
  /** The least the receiver may get: enforced on chain, to the wei. */
  minOutputAmount: bigint
  settlementFee: bigint
  /** How much less than `outputAmount` a firm quote may give without asking again. */
  toleranceBps: number
  /** The unusual gas limit the person agreed to; undefined before any. */
  gasLimit: bigint | undefined
  /** Whether the person agreed to sign what could not be checked. */
  acceptsUnchecked: boolean
}

/** Why the person is asked again before the wallet opens. */
export type ReconfirmReason = 'worse-price' | 'unusual-gas' | 'unchecked'

/** A quote that does what the screen says. */
export interface VerifiedQuote {
  quote: QuoteResult
  to: Address
  data: Hex
  /** Wei. */
  value: bigint
  /** What the receiver gets: the smaller of what the quote claims and what its simulation measured. */
  outputAmount: bigint
  /** The minimum enforced on chain, as it stands in `data`; undefined for a foreign codec. */
  minOutputAmount: bigint | undefined
  /** Whether the contract measures what reaches the receiver; where not, `simulation` alone tells. */
  measuresReceiver: boolean
  /** What must be approved first; undefined when nothing. */
  approvals: ApprovalPlan | undefined
  /** Our own trial run, missing approvals included; undefined where the RPC cannot simulate. */
  simulation: SimulationResult | undefined
  /**
   * Units of gas: the limit that is asked of the wallet, and what simulation and quote lead to expect. The price
   * is wei per unit; undefined when unknown.
   */
  gas: { limit: bigint; expected: bigint; priceWei: bigint | undefined }
  /** Estimated network cost of the swap alone, in wei; undefined when unknown. */
  gasCostWei: bigint | undefined
  /** Milliseconds since the epoch: after this a new quote is fetched before signing. */
  freshUntil: number
  supportId: string | undefined
}

export type ApprovalStep = 'approval-reset' | 'approval'

export interface ApprovalPlan {
  /** `approval-reset` first where a non-zero allowance must be cleared (USDT-like tokens). */
  steps: readonly ApprovalStep[]
  token: Address
  spender: Address
  amount: bigint
  currentAllowance: bigint
  /** Most gas one approval may be sent with; undefined where none was simulated. */
  maxGas: bigint | undefined
  /** Estimated network cost of approvals and swap together, in wei; undefined when unknown. */
  totalGasWei: bigint | undefined
}

/** What really happened, read from the receipt. Amounts are base units; undefined is unknown. */
export interface SwapOutcome {
  receipt: Receipt
  paid: bigint | undefined
  received: bigint | undefined
  gasPaidWei: bigint
  /** The hash the wallet first returned, where another one was mined. */
  replacedHash: Hex | undefined
}

/** A process of this run that is behind us. */
export type DoneProcess = { type: 'chain-switch' } | { type: ApprovalStep; hash: Hex }

/** What stays true through one run. */
export interface Run {
  intent: SwapIntent
  terms: Terms
  done: readonly DoneProcess[]
}

/** A quote as it arrived. */
export interface FirmQuote {
  quote: QuoteResult
  supportId: string | undefined
  /** How far the service's clock is ahead of the visitor's, in milliseconds. */
  clockSkewMs: number
}

/**
 * Where a swap stands. Each stage holds only what is true in it.
 * idle -> switching? -> quoting -> verifying -> reconfirm? -> (approving* -> quoting -> verifying -> reconfirm?)?
 *   -> signing -> watching -> completed | failed
 */
export type ExecutionState =
  | { stage: 'idle' }
  | ({ stage: 'switching' } & Run)
  | ({ stage: 'quoting' } & Run)
  | ({ stage: 'verifying' } & FirmQuote & Run)
  /** The firm quote is not what was agreed (`reasonsToAsk`): the person decides. */
  | ({ stage: 'reconfirm'; verified: VerifiedQuote } & Run)
  /** `hash` is undefined while the wallet asks. */
  | ({ stage: 'approving'; plan: ApprovalPlan; step: number; hash: Hex | undefined } & Run)
  | ({ stage: 'signing'; verified: VerifiedQuote } & Run)
  /**
   * `awaitingSigners`: a multisig took the request, its transaction is not on chain yet. `isUnseen`: the network
   * has not shown the transaction for long; it may still be mined.
   */
  | ({
      stage: 'watching'
      verified: VerifiedQuote
      hash: Hex
      awaitingSigners: boolean
      isUnseen?: boolean
    } & Run)
  | ({ stage: 'completed'; verified: VerifiedQuote; outcome: SwapOutcome } & Run)
  | ({ stage: 'failed'; error: SluiceError; at: FailableStage; hash: Hex | undefined } & Run)

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
  /** `isFresh`: the quote the person accepted can still be used. */
  | { type: 'accepted'; isFresh: boolean }
  | { type: 'approval-sent'; hash: Hex }
  | { type: 'approval-mined'; hash: Hex }
  | { type: 'sent'; hash: Hex }
  | { type: 'awaiting-signers' }
  | { type: 'unseen'; isUnseen: boolean }
  | { type: 'settled'; outcome: SwapOutcome }
  | { type: 'failed'; error: SluiceError; hash?: Hex }
  /** A request the person had left was signed after all: watch it. */
  | { type: 'resumed'; from: StateOf<'signing'>; hash: Hex }
  | { type: 'cancelled' }
  | { type: 'dismissed' }

/** What became of a swap that was left in `from`. */
export type BackgroundSwapListener = (from: StateOf<'signing' | 'watching'>, now: ExecutionState) => void

/** A swap whose transaction is out, beside the one that runs: on its way, or ended and not yet put away. */
export type BackgroundSwap = StateOf<'watching' | 'completed' | 'failed'>

/** Runs one swap at a time, outside React. */
export interface Execution {
  getState(): ExecutionState
  /** Called after every change of the state or of what was left behind. */
  subscribe(listener: () => void): () => void
  /**
   * Delta of swaps that were left: those whose transaction is out while another swap runs, and those left while the
   * wallet asked that were refused after all. One signed while none runs is the execution's own again.
   */
  onBackgroundSwap(listener: BackgroundSwapListener): () => void
  /** The swaps left behind whose transaction is out, oldest first. Another array after each change. */
  getBackgroundSwaps(): readonly BackgroundSwap[]
  /** Takes an ended one off that list. */
  dismissBackgroundSwap(left: BackgroundSwap): void
  /** From Confirm. Does nothing while a swap runs; one whose transaction is out is watched on beside the new one. */
  start(intent: SwapIntent): void
  /** The person accepts the firm quote that is worse than shown. */
  accept(): void
  /** Leaves a stage before anything is sent; a transaction already sent stays watched until dismissed. */
  cancel(): void
  /** The person stops waiting for a transaction the network does not show: `TRANSACTION_DROPPED`. */
  giveUp(): void
  /** Back to idle, from any stage. */
  dismiss(): void
  /** Whether a transaction is out whose end is not known yet. */
  isWatching(): boolean
  /** Looks after no transaction any more. */
  stopWatching(): void
  destroy(): void
}
