import { encodeAbiParameters, encodeFunctionData } from 'viem'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import { type Address, isNativeToken, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import type { PriceResult } from '../../../wire/router.ts'
import type { SettlementTrade } from '../../execution/codecs/settlement-codec.ts'
import { priceOf } from '../fixtures/fixture-prices.ts'
import { ROUTE_PARAMETERS } from './mock-ledger.ts'
import type { MockScenario } from './mock-scenarios.ts'

const SHARING_OFF = 2n ** 256n - 1n
const QUOTE_TTL_MS = 60_000

/** The price of a request. */
export function mockPrice(request: PriceRequest, { price: change }: MockScenario): PriceResult {
  const price = { ...priceOf(request), router: SETTLEMENT }
  return { ...price, ...change?.(price) }
}

/** A firm quote, whose calldata the chain of the mock service executes. */
export function mockQuote(request: PriceRequest, scenario: MockScenario): QuoteResult {
  const price = mockPrice(request, scenario)
  const quote: QuoteResult = {
    ...price,
    revert: false,
    error: null,
    computationUnits: 171_204,
    lowBalance: false,
    lowAllowance: false,
    blockNumber: price.blockNumber ?? 1_204,
    expiresAt: new Date(Date.now() + QUOTE_TTL_MS).toISOString(),
    quoteId: 'mock-quote',
  }
  const changed: QuoteResult = { ...quote, ...scenario.quote?.(quote) }
  const trade = { ...tradeOf(request, changed), ...scenario.trade }
  const args = [trade, routeOf(changed), '0x'] as const
  return {
    ...changed,
    value: isNativeToken(trade.inputToken) ? trade.inputAmount.toString() : '0',
    calldata: encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args }),
  }
}

function tradeOf(request: PriceRequest, quote: QuoteResult): SettlementTrade {
  const isPurchase = request.orderType === 'BUY'
  const received = BigInt(quote.effectiveOutputAmount)
  const partner = request.partnerAddress as Address | undefined
  return {
    inputToken: quote.inputToken,
    outputToken: quote.outputToken,
    inputAmount: BigInt((isPurchase && quote.maxInputAmount) || quote.inputAmount),
    minOutputAmount: isPurchase ? received : minimumOutput(received, Number(request.slippage ?? 50)),
    outputReceiver: quote.outputReceiver,
    partner: partner ?? ZERO_ADDRESS,
    partnerFeeBps: partner ? BigInt(request.partnerFee ?? 0) : 0n,
    settlementFee: BigInt(quote.settlementFee ?? '0'),
    surplusThreshold: SHARING_OFF,
    deadline: BigInt(Math.floor(Date.now() / 1_000) + (request.deadlineSeconds ?? 120)),
  }
}

function routeOf({ inputAmount, effectiveOutputAmount }: QuoteResult) {
  return encodeAbiParameters(ROUTE_PARAMETERS, [BigInt(inputAmount), BigInt(effectiveOutputAmount)])
}
