import type {
  LiquidityResponse,
  ParsedPriceRequest,
  PriceResult,
  QuoteResult,
} from '../../src/wire/router.ts'

/** The router, without HTTP. Rejects with a `ServiceError`. */
export interface RouterEngine {
  price(request: ParsedPriceRequest): Promise<PriceResult>
  quote(request: ParsedPriceRequest): Promise<QuoteResult>
  liquidity(): LiquidityResponse
}
