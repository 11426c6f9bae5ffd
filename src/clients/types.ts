import type { Rate, RatePair } from '../wire/rates.ts'
import type { LiquidityResponse, PriceRequest, PriceResult, QuoteResult } from '../wire/router.ts'
import type { TokenPage, TokenSummaryPage, TokenType } from '../wire/tokens.ts'
import type {
  DilutedApyRequest,
  DilutedYield,
  HistoricalApyRequest,
  HistoricYield,
  Tvl,
  TvlRequest,
} from '../wire/yield.ts'

/** Where the interfaces are served and how this host is known there. A `ResolvedConfig` is one. */
export interface ClientsConfig {
  baseUrl: string
  tokensUrl: string
  exchangeRatesUrl: string
  /** Absent: nothing is asked about lending. */
  yieldUrl?: string | undefined
  apiKey?: string | undefined
}

export interface CallOptions {
  signal?: AbortSignal
}

/** An answer and the id support can find it by. */
export interface Answer<Value> {
  value: Value
  requestId: string | undefined
  /** The answer's own date, in milliseconds since the epoch; absent where the service does not expose it. */
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
  /** Up to 25 pairs; order and length kept; null is unknown. */
  rates(pairs: RatePair[], options?: CallOptions): Promise<Rate[]>
}

/** APYs are percentages, amounts base units. Each rejects where the host named no `yieldUrl`. */
export interface YieldClient {
  /** Whether there is anybody to ask. */
  isConfigured(): boolean
  /** `POST /historical-apy`: what a deposit earned lately. */
  historicalApy(request: HistoricalApyRequest, options?: CallOptions): Promise<HistoricYield>
  /** `POST /diluted-apy`: what it would earn with so much added; refused when the pool would not take so much. */
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
