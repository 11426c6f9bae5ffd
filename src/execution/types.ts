import type { SluiceError } from '../errors/sluice-error.ts'
import type { EventToken } from '../events/types.ts'
import type { Address, Hex } from '../lib/address.ts'
import type { PriceResult, QuoteResult } from '../wire/router.ts'
import type { Receipt, TrialRun } from './ports.ts'

/** What the person agreed to on the review page: frozen at Confirm. */
export interface SwapIntent {
  /** The route's id, stable from review to receipt. */
  id: string
  chainId: number
  inputToken: EventToken
  outputToken: EventToken
  /** Base units. */
  inputAmount: bigint
  /** The price on the screen when the person confirmed. */
  price: PriceResult
  slippageBps: number
  account: Address
  receiver: Address
  partner: { address: Address; feeBps: number } | undefined
}

/** A quote that does what the screen says. */
export interface VerifiedQuote {
  quote: QuoteResult
  to: Address
  data: Hex
  value: bigint
  /** The minimum enforced on chain, decoded from the calldata; undefined for a foreign codec. */
  minOutputAmount: bigint | undefined
  /** Our own trial run; undefined where approval is still missing or the RPC cannot simulate. */
  trialRun: TrialRun | undefined
  supportId: string | undefined
}

export interface ApprovalPlan {
  /** `approval-reset` first where a non-zero allowance must be cleared (USDT-like tokens). */
  steps: readonly ('approval-reset' | 'approval')[]
  spender: Address
  amount: bigint
  currentAllowance: bigint
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

/**
 * Where a swap stands. Each stage holds only what is true in it.
 * idle -> switching? -> quoting -> verifying -> (planning -> approving*)? -> quoting -> verifying
 *   -> reconfirm? -> signing -> watching -> completed | failed
 */
export type ExecutionState =
  | { stage: 'idle' }
  | { stage: 'switching'; intent: SwapIntent }
  | { stage: 'quoting'; intent: SwapIntent; approved: boolean }
  | { stage: 'verifying'; intent: SwapIntent; approved: boolean; quote: QuoteResult }
  | { stage: 'approving'; intent: SwapIntent; plan: ApprovalPlan; step: number; hash: Hex | undefined }
  | { stage: 'reconfirm'; intent: SwapIntent; verified: VerifiedQuote }
  | { stage: 'signing'; intent: SwapIntent; verified: VerifiedQuote }
  | { stage: 'watching'; intent: SwapIntent; verified: VerifiedQuote; hash: Hex }
  | { stage: 'completed'; intent: SwapIntent; verified: VerifiedQuote; outcome: SwapOutcome }
  | { stage: 'failed'; intent: SwapIntent; error: SluiceError; at: FailableStage; hash: Hex | undefined }

export type FailableStage = 'switching' | 'quoting' | 'verifying' | 'approving' | 'signing' | 'watching'

/** Runs one swap at a time, outside React. */
export interface Execution {
  getState(): ExecutionState
  subscribe(listener: () => void): () => void
  /** From Confirm. While a swap runs, does nothing. */
  start(intent: SwapIntent): void
  /** The person accepts the firm quote that is worse than shown. */
  accept(): void
  /** Leaves a stage before anything is sent; a transaction already sent stays watched until dismissed. */
  cancel(): void
  /** Back to idle, from any stage. */
  dismiss(): void
  destroy(): void
}
