import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { Log } from '../../chain/types.ts'
import type { PaidFee, SwapIntent, Terms } from '../machine/types.ts'

/** The values a quote is verified against. None of them comes from the service. */
export interface Agreement {
  intent: SwapIntent
  terms: Terms
  /** The service's clock as estimated from its responses, in milliseconds since the epoch. */
  now: number
  /** The longest deadline that the host allows, in seconds from `now`. */
  deadlineSeconds: number
  /**
   * USD per whole output token, which limits a settlement fee above its share; undefined is
   * unknown.
   */
  outputPriceUsd: number | undefined
}

/** Reads the receipts of one kind of contract. */
export interface ReceiptReader {
  /**
   * True if the contract measures the amount the receiver gets. If it measures only its own payout,
   * only a simulation detects a fee-on-transfer token.
   */
  measuresReceiver: boolean
  /**
   * The amounts in the router's event for the trade of an intent; undefined without such an event.
   */
  readSwap(query: SwapQuery): ReportedSwap | undefined
}

/** Amounts in base units. */
export interface ReportedSwap {
  inputSpent: bigint
  outputReceived: bigint
  /** The fee paid to the partner. */
  partnerFee?: PaidFee | undefined
}

/** Reads and writes the calldata of one kind of router, and reads its receipts. */
export interface RouterCodec extends ReceiptReader {
  /** True if the calldata carries a deadline that the contract enforces. */
  hasDeadline: boolean
  /** True if the calldata can carry a signed permit. */
  takesPermits: boolean
  /** True if `outputPriceUsd` is needed to verify this quote. */
  needsOutputPrice(quote: QuoteResult, intent: SwapIntent): boolean
  /** Returns undefined when the data is not a `swap` call of this kind of router. */
  decode(data: Hex): RouterCall | undefined
}

/** The parties, tokens and times that a call names. */
export interface NamedTrade {
  inputToken: Address
  outputToken: Address
  receiver: Address
  partner: Address
  /** Unix seconds; undefined where the contract has none. */
  deadline: bigint | undefined
}

/** A decoded `swap` call. */
export interface RouterCall {
  named: NamedTrade
  /** The most the contract takes from the caller. Base units of the input token. */
  maxInputAmount: bigint
  /** The minimum the contract enforces. Base units of the output token. */
  minOutputAmount: bigint
  /** Encodes the call again. The result differs from truncated, padded or extended calldata. */
  encoded(): Hex
  /**
   * Throws `QUOTE_MISMATCH` (details name the field) or `QUOTE_EXPIRED` if the call grants less
   * than was agreed.
   */
  verify(quote: QuoteResult, agreement: Agreement): void
  /**
   * Encodes the call with this maximum, this minimum and, if the contract supports them, this
   * deadline in Unix seconds and this permit. Throws `QUOTE_MISMATCH` if the contract would reject
   * the minimum or takes more than the maximum.
   */
  encode(change: {
    maxInputAmount: bigint
    minOutputAmount: bigint
    deadline: bigint
    /** In the encoding of the router. Default: no permit. */
    permit?: Hex | undefined
  }): Hex
}

export interface SwapQuery {
  logs: readonly Log[]
  router: Address
  intent: Pick<SwapIntent, 'account' | 'receiver' | 'inputToken' | 'outputToken'>
}
