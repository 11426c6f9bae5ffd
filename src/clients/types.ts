import type { LiquidityResponse } from '../wire/liquidity.ts'
import type { PriceRequest } from '../wire/price-request.ts'
import type { QuoteResult } from '../wire/quote.ts'
import type { Rate, RatePair } from '../wire/rates.ts'
import type { PriceResult } from '../wire/router.ts'
import type { TokenPage, TokenSummaryPage, TokenType } from '../wire/tokens.ts'
import type {
  DilutedApyRequest,
  DilutedYield,
  HistoricalApyRequest,
  HistoricYield,
  Tvl,
  TvlRequest,
} from '../wire/yield.ts'

/** URLs of the interfaces and the API key. `ResolvedConfig` implements it. */
export interface ClientsConfig {
  baseUrl: string
  tokensUrl: string
  exchangeRatesUrl: string
  /** Absent: the yield client is not configured. */
  yieldUrl?: string | undefined
  apiKey?: string | undefined
}

export interface CallOptions {
  signal?: AbortSignal
}

/** A parsed response with the id for support requests. */
export interface Answer<Value> {
  value: Value
  requestId: string | undefined
  /** The `Date` header in milliseconds since the epoch; absent where the service does not expose it. */
  serverTimeMs?: number | undefined
}

export interface RouterClient {
  /** `POST /v1/price` */
  price(request: PriceRequest, options?: CallOptions): Promise<Answer<PriceResult>>
  /** `POST /v1/quote` */
  quote(request: PriceRequest, options?: CallOptions): Promise<Answer<QuoteResult>>
  /** `GET /liquidity` */
  liquidity(options?: CallOptions): Promise<Answer<LiquidityResponse>>
}

export interface TokensClient {
  tokens(query: { chain: string; limit?: number; offset?: number }, options?: CallOptions): Promise<TokenPage>
  tokensByType(
    query: { chain: string; tokenType: TokenType; limit?: number; offset?: number },
    options?: CallOptions,
  ): Promise<TokenSummaryPage>
  searchTokens(
    query: { chain: string; pattern: string; limit?: number; offset?: number },
    options?: CallOptions,
  ): Promise<TokenSummaryPage>
}

export interface RatesClient {
  /** Up to 25 pairs, in the same order; a price of null is unknown. */
  rates(pairs: RatePair[], options?: CallOptions): Promise<Rate[]>
}

/** APYs are percentages, amounts base units. Every call rejects with `INVALID_REQUEST` without a `yieldUrl`. */
export interface YieldClient {
  /** Whether `yieldUrl` is configured. */
  isConfigured(): boolean
  /** `POST /historical-apy`: the APY of the recent past. */
  historicalApy(request: HistoricalApyRequest, options?: CallOptions): Promise<HistoricYield>
  /** `POST /diluted-apy`: the APY after a deposit of `input_amount`; rejects when the pool cannot accept so much. */
  dilutedApy(request: DilutedApyRequest, options?: CallOptions): Promise<DilutedYield>
  /** `POST /tvl`, in USD. */
  tvl(request: TvlRequest, options?: CallOptions): Promise<Tvl>
}

export interface Clients {
  router: RouterClient
  tokens: TokensClient
  rates: RatesClient
  yields: YieldClient
}
