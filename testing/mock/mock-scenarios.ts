import type { ErrorCode } from '../../src/errors/codes.ts'
import type { SettlementTrade } from '../../src/execution/codecs/settlement-codec.ts'
import { PARTNER } from '../../src/wire/fixtures/addresses.ts'
import type { QuoteResult } from '../../src/wire/quote.ts'
import type { PriceResult } from '../../src/wire/router.ts'
import type { MockResponse } from './mock-response.ts'

/**
 * What a scenario changes. Where nothing is named, the mock service answers as a good one does.
 * @example
 * const errors = Object.values<MockScenario>(MOCK_SCENARIOS).flatMap(({ code }) => code ?? [])
 */
export interface MockScenario {
  /** What happens, in one sentence. */
  description: string
  /** The code of the error that the widget shows; undefined where it shows none. */
  code?: ErrorCode
  /** In place of every price and quote, before anything is computed. `never`: no answer; `offline`: no connection. */
  instead?: MockResponse | 'never' | 'offline'
  /** Changes a computed price, and with it the quote. */
  price?: (price: PriceResult) => Partial<PriceResult>
  /** Changes a computed quote only. */
  quote?: (quote: QuoteResult) => Partial<QuoteResult>
  /** Changes the trade in the calldata of a quote. */
  trade?: Partial<SettlementTrade>
  /** The pools pay this share of what the quote promises, in basis points, once a transaction is mined. */
  minedBps?: number
  /** A sent transaction is never mined. */
  isStuck?: boolean
  /**
   * Another transaction uses the nonce of the one that was sent. `cancelled`: one that swaps nothing, as wallets send it to cancel.
   * `dropped`: one that the node does not show.
   */
  replaced?: 'cancelled' | 'dropped'
  /** What gas costs once a quote is asked for, as a multiple of what it did. */
  gasFactor?: bigint
  /** What the person changes in the wallet of a sandbox while a quote is on its way. */
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
  never: { description: 'A price is asked for and never answered.', instead: 'never' },
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
    description: 'Too many requests: 429, to be tried again in five seconds.',
    code: 'RATE_LIMITED',
    instead: { ...refusal(429, 'Too many requests'), headers: { 'retry-after': '5' } },
  },
  'server-error': {
    description: 'The service fails with 500.',
    code: 'SERVICE_ERROR',
    instead: refusal(500, 'Internal server error'),
  },
  unavailable: {
    description: 'The service is away: 503.',
    code: 'SERVICE_UNAVAILABLE',
    instead: refusal(503, 'Service unavailable'),
  },
  timeout: {
    description: 'A proxy gives up on the service: 504.',
    code: 'TIMEOUT',
    instead: refusal(504, 'Gateway timeout'),
  },
  offline: { description: 'There is no connection.', code: 'NETWORK_LOST', instead: 'offline' },
  malformed: {
    description: 'The service answers with a page of HTML.',
    code: 'INVALID_RESPONSE',
    instead: { body: '<!doctype html><title>Welcome</title>' },
  },
  'price-impact': {
    description: 'The trade moves its price by 15 %.',
    price: (price) => ({ ...scale(price, 8_500n), priceImpactBps: '1500' }),
  },
  'unknown-value': {
    description: 'The service names no USD values.',
    price: () => ({ inputAmountUSD: null, outputAmountUSD: null, gasCostUSD: null, feeCostUSD: null }),
  },
  'price-moved': {
    description: 'The firm quote pays 3 % less than the price that was shown; the person is asked again.',
    quote: (quote) => scale(quote, 9_700n),
  },
  'expired-quote': {
    description: 'The quote is expired when it arrives.',
    code: 'QUOTE_EXPIRED',
    quote: () => ({ expiresAt: '2020-01-01T00:00:00.000Z' }),
  },
  'quote-reverts': {
    description: 'The service says that its own transaction would revert.',
    code: 'SIMULATION_FAILED',
    quote: () => ({ revert: true, error: 'execution reverted: TRANSFER_FROM_FAILED' }),
  },
  'untrusted-router': {
    description: 'The quote names another contract than the pinned one.',
    code: 'UNTRUSTED_ROUTER',
    quote: () => ({ router: PARTNER }),
  },
  'wrong-recipient': {
    description: 'The calldata pays somebody else.',
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
    description: 'The wallet turns to another account while the quote is on its way; in the sandbox.',
    code: 'ACCOUNT_CHANGED',
    walletChanges: 'account',
  },
  'chain-changed': {
    description: 'The wallet turns to another network while the quote is on its way; in the sandbox.',
    code: 'CHAIN_MISMATCH',
    walletChanges: 'chain',
  },
  'transaction-cancelled': {
    description: 'The transaction is cancelled in the wallet: one that swaps nothing takes its place.',
    code: 'TRANSACTION_CANCELLED',
    replaced: 'cancelled',
  },
  'transaction-dropped': {
    description: 'A transaction that the node does not show takes the place of the one that was sent.',
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

/** A price with another output, in basis points of what it was. A purchase keeps what it buys. */
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
