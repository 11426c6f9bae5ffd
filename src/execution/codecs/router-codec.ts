import type { Log } from '../../chain/types.ts'
import type { Address, Hex } from '../../lib/address.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { PaidFee, SwapIntent, Terms } from '../machine/types.ts'

/** What a quote is verified against. None of it comes from the service. */
export interface Agreement {
  intent: SwapIntent
  terms: Terms
  /** The service's clock as estimated from its responses, in milliseconds since the epoch. */
  now: number
  /** The longest deadline, in seconds from `now`, as the host configured it. */
  deadlineSeconds: number
  /** USD per whole output token, which limits a settlement fee above its share; undefined is unknown. */
  outputPriceUsd: number | undefined
}

/** Reads the receipts of one kind of contract. */
export interface ReceiptReader {
  /**
   * Whether the contract measures what the receiver gets. Where it only measures what it pays out, a fee-on-transfer
   * token is detected only by simulation.
   */
  measuresReceiver: boolean
  /** The amounts in the event of `router` for the trade of an intent; undefined when there is no such event. */
  readSwap(query: SwapQuery): ReportedSwap | undefined
}

/** Amounts in base units. */
export interface ReportedSwap {
  inputSpent: bigint
  outputReceived: bigint
  /** What the partner was paid. */
  partnerFee?: PaidFee | undefined
}

/** Reads and writes the calldata of one kind of router, and reads its receipts. */
export interface RouterCodec extends ReceiptReader {
  /** Whether the contract fails after a deadline in the calldata. */
  hasDeadline: boolean
  /** Whether a signed permit can travel in the calldata. */
  takesPermits: boolean
  /** Whether `outputPriceUsd` is needed to verify this quote. */
  needsOutputPrice(quote: QuoteResult, intent: SwapIntent): boolean
  /** Undefined when the data is not a `swap` call of this kind of router. */
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
  /** The same call encoded again. It differs from data that was cut off, padded or appended to. */
  encoded(): Hex
  /** Throws `QUOTE_MISMATCH` (details name the field) or `QUOTE_EXPIRED` if it gives less than was agreed. */
  verify(quote: QuoteResult, agreement: Agreement): void
  /**
   * The same call with this maximum, this minimum and, where the contract has them, this deadline in Unix seconds and this
   * permit. Throws `QUOTE_MISMATCH` if the contract would reject the minimum, or takes more than the maximum.
   */
  encode(change: {
    maxInputAmount: bigint
    minOutputAmount: bigint
    deadline: bigint
    /** As the contract reads it. Default none. */
    permit?: Hex | undefined
  }): Hex
}

export interface SwapQuery {
  logs: readonly Log[]
  router: Address
  intent: Pick<SwapIntent, 'account' | 'receiver' | 'inputToken' | 'outputToken'>
}
