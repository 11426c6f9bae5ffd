export { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
export { formatAmount, parseAmount } from '../../wire/lib/amount.ts'
export type { LiquidityResponse } from '../../wire/liquidity.ts'
export type { PriceRequest } from '../../wire/price-request.ts'
export type { PrivateRpcsResponse } from '../../wire/private-rpcs.ts'
export type { QuoteResult } from '../../wire/quote.ts'
export type { Rate, RatePair } from '../../wire/rates.ts'
export type { PriceResult } from '../../wire/router.ts'
export type { TokenPage, TokenSummaryPage, TokenType } from '../../wire/tokens.ts'
export type {
  DilutedApyRequest,
  DilutedYield,
  HistoricalApyRequest,
  HistoricYield,
  Tvl,
  TvlRequest,
} from '../../wire/yield.ts'
export { createClients } from '../clients/create-clients.ts'
export type { HttpOptions } from '../clients/http.ts'
export type {
  Answer,
  CallOptions,
  Clients,
  ClientsConfig,
  RatesClient,
  RouterClient,
  TokensClient,
  YieldClient,
} from '../clients/types.ts'
export { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
export { SluiceError } from '../errors/sluice-error.ts'
export type { SwapProof } from '../execution/proof/swap-proof.ts'
export {
  type VerifiedReceipt,
  type VerifyReceiptOptions,
  verifyReceipt,
} from '../execution/proof/verify-receipt.ts'
