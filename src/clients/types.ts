import type { LiquidityResponse } from '../../wire/liquidity.ts'
import type { PriceRequest } from '../../wire/price-request.ts'
import type { PrivateRpcsResponse } from '../../wire/private-rpcs.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { Rate, RatePair } from '../../wire/rates.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { TokenPage, TokenSummaryPage, TokenType } from '../../wire/tokens.ts'
import type {
  DilutedApyRequest,
  DilutedYield,
  HistoricalApyRequest,
  HistoricYield,
  Tvl,
  TvlRequest,
} from '../../wire/yield.ts'

/**
 * URLs of the interfaces and the API key; a `WidgetConfig` has the same fields.
 * @example
 * const config: ClientsConfig = {
 *   baseUrl: 'https://api.example.com/router',
 *   tokensUrl: 'https://api.example.com/tokens',
 *   exchangeRatesUrl: 'https://api.example.com/rates',
 * }
 */
export interface ClientsConfig {
  /** The URL of the router. */
  baseUrl: string
  /** The URL of the token catalogue. */
  tokensUrl: string
  /** The URL of the exchange rates. */
  exchangeRatesUrl: string
  /** Without it the yield client is not configured. */
  yieldUrl?: string | undefined
  /** Sent as `x-api-key` to the router and the exchange rates. */
  apiKey?: string | undefined
}

/**
 * The options of one call of a client.
 * @example
 * const { value } = await clients.router.price(request, { signal: AbortSignal.timeout(2_000) })
 */
export interface CallOptions {
  /** Aborts the request and its retries: the call rejects with the reason of the signal. */
  signal?: AbortSignal
}

/**
 * A parsed response with the id for support requests.
 * @example
 * const { value, requestId }: Answer<PriceResult> = await clients.router.price(request)
 */
export interface Answer<Value> {
  value: Value
  /** The header `X-Request-ID`. */
  requestId: string | undefined
  /**
   * The `Date` header in milliseconds since the epoch; absent if the service does not expose it.
   */
  serverTimeMs?: number | undefined
}

/**
 * The router (interface, sections 2 and 4). Amounts are base units as decimal strings. Rejects with
 * `NO_ROUTE` if none is found.
 * @example
 * const { value } = await clients.router.price({
 *   chainID: 'ethereum',
 *   inputToken: NATIVE_TOKEN,
 *   outputToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   inputAmount: '1000000000000000000',
 *   userAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
 *   outputReceiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
 *   uniquePID: 'my-dapp',
 * })
 * console.log(formatAmount(BigInt(value.effectiveOutputAmount), 6))
 */
export interface RouterClient {
  /** `POST /v1/price`: indicative, without calldata, suitable for polling. */
  price(request: PriceRequest, options?: CallOptions): Promise<Answer<PriceResult>>
  /** `POST /v1/quote`: firm, with calldata. Verify it before it is signed, as the widget does. */
  quote(request: PriceRequest, options?: CallOptions): Promise<Answer<QuoteResult>>
  /** `GET /liquidity`: the modules of each chain. */
  liquidity(options?: CallOptions): Promise<Answer<LiquidityResponse>>
  /** `GET /private-rpcs`: RPCs that a wallet can be requested to use. */
  privateRpcs(options?: CallOptions): Promise<Answer<PrivateRpcsResponse>>
}

/**
 * The token catalogue (interface, section 4). A page contains `limit` tokens, default 20 and at
 * most 100, from `offset` on, default 0. `chain` is a name such as `ethereum`. Rejects with
 * `CATALOGUE_UNAVAILABLE` or `CATALOGUE_REFUSED`.
 * @example
 * const { items, hasMore } = await clients.tokens.searchTokens({ chain: 'ethereum', pattern: 'usd' })
 */
export interface TokensClient {
  /** All tokens of a chain, by priority. */
  tokens(query: { chain: string; limit?: number; offset?: number }, options?: CallOptions): Promise<TokenPage>
  /** The tokens of one type. */
  tokensByType(
    query: { chain: string; tokenType: TokenType; limit?: number; offset?: number },
    options?: CallOptions,
  ): Promise<TokenSummaryPage>
  /** Tokens whose address, symbol or name contains the pattern, ignoring case. */
  searchTokens(
    query: { chain: string; pattern: string; limit?: number; offset?: number },
    options?: CallOptions,
  ): Promise<TokenSummaryPage>
}

/**
 * The exchange rates (interface, section 4).
 * @example
 * const [rate] = await clients.rates.rates([
 *   {
 *     domestic_blockchain: 'ethereum',
 *     domestic_token: NATIVE_TOKEN,
 *     foreign_blockchain: 'ethereum',
 *     foreign_token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   },
 * ])
 * console.log(rate?.price ?? 'unknown')
 */
export interface RatesClient {
  /**
   * Up to 25 pairs, in the same order; a price of null is unknown. Rejects with `INVALID_REQUEST`
   * for more.
   */
  rates(pairs: RatePair[], options?: CallOptions): Promise<Rate[]>
}

/**
 * The yield interface (section 4). APYs are percentages, amounts base units. Every call rejects
 * with `INVALID_REQUEST` without a `yieldUrl`.
 * @example
 * if (clients.yields.isConfigured()) {
 *   const { apy } = await clients.yields.historicalApy({
 *     lp_token_address: '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c',
 *     chain: 'ethereum',
 *   })
 *   console.log(`${apy.toFixed(2)} %`)
 * }
 */
export interface YieldClient {
  /** True if `yieldUrl` is configured. */
  isConfigured(): boolean
  /** `POST /historical-apy`: the APY of the recent past. */
  historicalApy(request: HistoricalApyRequest, options?: CallOptions): Promise<HistoricYield>
  /** `POST /diluted-apy`: the APY after a deposit of `input_amount`; rejects when the pool cannot accept so much. */
  dilutedApy(request: DilutedApyRequest, options?: CallOptions): Promise<DilutedYield>
  /** `POST /tvl`, in USD. */
  tvl(request: TvlRequest, options?: CallOptions): Promise<Tvl>
}

/**
 * The clients of the four interfaces, as `createClients` returns them.
 * @example
 * const clients: Clients = createClients(() => config)
 */
export interface Clients {
  router: RouterClient
  tokens: TokensClient
  rates: RatesClient
  yields: YieldClient
}

/** The JSON of a GraphQL response. */
export interface GraphqlAnswer<Data> {
  data?: Data | null | undefined
  errors?: { message: string; extensions?: Record<string, unknown> | undefined }[] | undefined
}
