import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { PriceResult } from '../../../wire/router.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import type { SettlementTrade } from '../../execution/codecs/settlement-codec.ts'
import type { MockResponse } from './mock-response.ts'

/**
 * The changes of a scenario. Without changes, the mock service responds correctly.
 * @example
 * const errors = Object.values<MockScenario>(MOCK_SCENARIOS).flatMap(({ code }) => code ?? [])
 */
export interface MockScenario {
  /** The scenario in one sentence. */
  description: string
  /** The code of the error that the widget shows; undefined if it shows none. */
  code?: ErrorCode
  /**
   * Replaces every price and quote before anything is computed. `never`: no response; `offline`: no
   * connection.
   */
  instead?: MockResponse | 'never' | 'offline'
  /** Changes a computed price, and with it the quote. */
  price?: (price: PriceResult) => Partial<PriceResult>
  /** Changes a computed quote only. */
  quote?: (quote: QuoteResult) => Partial<QuoteResult>
  /** Changes the trade in the calldata of a quote. */
  trade?: Partial<SettlementTrade>
  /** The payout of the pools once a transaction is mined, in basis points of the quote. */
  minedBps?: number
  /** A sent transaction is never mined. */
  isStuck?: boolean
  /**
   * Another transaction uses the nonce of the sent one. `cancelled`: one that swaps nothing, as
   * wallets send it to cancel. `dropped`: one that the node does not return.
   */
  replaced?: 'cancelled' | 'dropped'
  /** The gas price after a quote was requested, as a multiple of the one before. */
  gasFactor?: bigint
  /** The user's change in the wallet of a sandbox while a quote is pending. */
  walletChanges?: 'account' | 'chain'
}

/**
 * The scenarios of the mock service, by their names. A page of the documentation lists them.
 * @example
 * import { describe, it } from 'vitest'
 *
 * describe.each(Object.entries(MOCK_SCENARIOS))('with %s', (_name, { description }) => {
 *   it.todo(description)
 * })
 */
export const MOCK_SCENARIOS = {
  ok: { description: 'Prices, quotes and swaps succeed.' },
  slow: { description: 'Each price takes three seconds.' },
  never: { description: 'A price is requested and never answered.', instead: 'never' },
  'no-route': {
    description: 'No route is found for the pair.',
    code: 'NO_ROUTE',
    instead: refusal(400, 'Unable to fetch a solution for the user request'),
  },
  'invalid-request': {
    description: 'The service does not accept the request.',
    code: 'INVALID_REQUEST',
    instead: refusal(400, 'inputAmount: expected a positive integer'),
  },
  forbidden: {
    description: 'The API key is unknown, or the origin is not allowed.',
    code: 'FORBIDDEN',
    instead: refusal(401, 'Forbidden'),
  },
  'rate-limited': {
    description: 'Too many requests: 429, with a Retry-After of five seconds.',
    code: 'RATE_LIMITED',
    instead: { ...refusal(429, 'Too many requests'), headers: { 'retry-after': '5' } },
  },
  'server-error': {
    description: 'The service fails with 500.',
    code: 'SERVICE_ERROR',
    instead: refusal(500, 'Internal server error'),
  },
  unavailable: {
    description: 'The service is unavailable: 503.',
    code: 'SERVICE_UNAVAILABLE',
    instead: refusal(503, 'Service unavailable'),
  },
  timeout: {
    description: 'A proxy times out: 504.',
    code: 'TIMEOUT',
    instead: refusal(504, 'Gateway timeout'),
  },
  offline: { description: 'There is no connection.', code: 'NETWORK_LOST', instead: 'offline' },
  malformed: {
    description: 'The service returns an HTML page.',
    code: 'INVALID_RESPONSE',
    instead: { body: '<!doctype html><title>Welcome</title>' },
  },
  'price-impact': {
    description: 'The trade moves its price by 15 %.',
    price: (price) => ({ ...scale(price, 8_500n), priceImpactBps: '1500' }),
  },
  'unknown-value': {
    description: 'The service returns no USD values.',
    price: () => ({ inputAmountUSD: null, outputAmountUSD: null, gasCostUSD: null, feeCostUSD: null }),
  },
  'price-moved': {
    description: 'The firm quote pays 3 % less than the shown price; the user has to confirm again.',
    quote: (quote) => scale(quote, 9_700n),
  },
  'expired-quote': {
    description: 'The quote is expired when it arrives.',
    code: 'QUOTE_EXPIRED',
    quote: () => ({ expiresAt: '2020-01-01T00:00:00.000Z' }),
  },
  'quote-reverts': {
    description: 'The service reports that its own transaction would revert.',
    code: 'SIMULATION_FAILED',
    quote: () => ({ revert: true, error: 'execution reverted: TRANSFER_FROM_FAILED' }),
  },
  'untrusted-router': {
    description: 'The quote contains another contract than the pinned one.',
    code: 'UNTRUSTED_ROUTER',
    quote: () => ({ router: PARTNER }),
  },
  'wrong-recipient': {
    description: 'The calldata pays another receiver.',
    code: 'QUOTE_MISMATCH',
    trade: { outputReceiver: PARTNER },
  },
  'low-minimum': {
    description: 'The calldata accepts one unit of the output.',
    code: 'QUOTE_MISMATCH',
    trade: { minOutputAmount: 1n },
  },
  'transaction-reverts': {
    description: 'The price moves between the check and the block: the transaction reverts.',
    code: 'TRANSACTION_REVERTED',
    minedBps: 9_000,
  },
  'no-gas': {
    description: 'Gas becomes too expensive for the account after the price was shown.',
    code: 'INSUFFICIENT_GAS',
    gasFactor: 20_000n,
  },
  'account-changed': {
    description: 'The wallet changes to another account while the quote is pending; in the sandbox.',
    code: 'ACCOUNT_CHANGED',
    walletChanges: 'account',
  },
  'chain-changed': {
    description: 'The wallet changes to another network while the quote is pending; in the sandbox.',
    code: 'CHAIN_MISMATCH',
    walletChanges: 'chain',
  },
  'transaction-cancelled': {
    description: 'The transaction is cancelled in the wallet: one that swaps nothing replaces it.',
    code: 'TRANSACTION_CANCELLED',
    replaced: 'cancelled',
  },
  'transaction-dropped': {
    description: 'A transaction that the node does not return replaces the sent one.',
    code: 'TRANSACTION_DROPPED',
    replaced: 'dropped',
  },
  stuck: { description: 'The transaction is sent and never mined.', isStuck: true },
} as const satisfies Record<string, MockScenario>

/**
 * The name of a scenario.
 * @example
 * const names: MockScenarioName[] = ['ok', 'no-route', 'rate-limited']
 */
export type MockScenarioName = keyof typeof MOCK_SCENARIOS

type Scaled = Partial<
  Pick<QuoteResult, 'outputAmount' | 'effectiveOutputAmount' | 'minOutputAmount' | 'outputAmountUSD'>
>

function refusal(status: number, error: string): MockResponse {
  return { status, body: { statusCode: status, error } }
}

/** A price with another output, in basis points of the original. A purchase keeps its output. */
function scale(price: PriceResult, bps: bigint): Scaled {
  const share = (amount: string) => ((BigInt(amount) * bps) / 10_000n).toString()
  const usd = price.outputAmountUSD
  return {
    outputAmount: share(price.outputAmount),
    effectiveOutputAmount: share(price.effectiveOutputAmount),
    minOutputAmount: share(price.minOutputAmount),
    ...(usd != null && { outputAmountUSD: ((Number(usd) * Number(bps)) / 10_000).toFixed(2) }),
  }
}
