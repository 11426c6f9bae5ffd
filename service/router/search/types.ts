import type { LiquidityResponse } from '../../../wire/liquidity.ts'
import type { ParsedPriceRequest } from '../../../wire/price-request.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { PriceResult } from '../../../wire/router.ts'
import type { Market } from '../market/market.ts'
import type { SearchRequest } from '../request/search-request.ts'
import type { SearchResult } from './run-search.ts'

/** The router without HTTP. Rejects with a `ServiceError`. */
export interface RouterEngine {
  /** Validates a request and loads the pools that it needs, which can take seconds. */
  prepare<W extends Work>(request: ParsedPriceRequest, work: W): Promise<PreparedTrade<WorkResults[W]>>
  /** Prepares a request and computes its price. */
  price(request: ParsedPriceRequest): Promise<PriceResult>
  /** Prepares a request and computes its quote. */
  quote(request: ParsedPriceRequest): Promise<QuoteResult>
  liquidity(): LiquidityResponse
}

export interface WorkResults {
  price: PriceResult
  quote: QuoteResult
}

export type Work = keyof WorkResults

/** A valid request whose pools are in memory. */
export interface PreparedTrade<Result> {
  /** The name of the chain. */
  chain: string
  answer(): Promise<Result>
}

/** Solves a search request on a market, in this thread or in a worker. */
export type Solver = (searchRequest: SearchRequest, market: Market) => Promise<SearchResult>

/** Metrics of each search, without amounts and accounts. */
export interface SolveMeasure {
  chain: string
  orderType: 'SELL' | 'BUY'
  durationMs: number
  /** How much better any route could have been. Undefined without a solution. */
  optimalityGapBps: number | undefined
  /** The number of pools in the route, or 0 without a solution. */
  legs: number
}
