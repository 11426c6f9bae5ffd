import { createHttp } from '../../src/clients/http.ts'
import type { Clients } from '../../src/clients/types.ts'
import { createYieldClient } from '../../src/clients/yield-client.ts'
import type { SluiceError } from '../../src/errors/sluice-error.ts'
import type { Token } from '../../src/events/types.ts'
import { sameAddress } from '../../src/lib/address.ts'
import { applyBps, formatAmount, maximumInput, parseAmount } from '../../src/lib/amount.ts'
import type { PriceRequest, PriceResult } from '../../src/wire/router.ts'
import type { TokenType } from '../../src/wire/tokens.ts'
import { EARNING, LISTED, recordOf, UNLISTED, WETH } from '../../testing/fixture-tokens.ts'
import { FIXTURE_CONFIG } from './fixture-config.ts'

export interface FixtureClientsOptions {
  /** Changes a computed price, rejects, or with `pending` never resolves. */
  price?: Partial<PriceResult> | Error | 'pending'
  /** How much of the input a partial fill takes, in base units. Default: all. */
  partialFill?: string
  /** The catalogue. Default `LISTED`. `pending` never resolves. */
  tokens?: readonly Token[] | SluiceError | 'pending'
  /** Symbols of tokens that the catalogue lists as pool shares. */
  shares?: readonly string[]
  /** Other types of tokens, by symbol. Default: none, and no type can be filtered by. */
  types?: Readonly<Record<string, TokenType>>
  /** The catalogue of the chain `base`. Default: the same tokens. */
  baseTokens?: readonly Token[]
  /** The ids of the liquidity modules, or a failure. Default: two. */
  modules?: readonly string[] | SluiceError
  /** Overrides prices of the exchange rates by symbol; 0 is unknown. */
  rates?: Readonly<Record<string, number>>
  /** The yield interface, by `createFixtureYields`; `config.yieldUrl` has to be set too. Default: none. */
  yields?: typeof fetch
}

const never = new Promise<never>(() => {})

/** Clients of the four interfaces, based on the fixture tokens' prices. */
export function createFixtureClients({
  price,
  partialFill,
  tokens = LISTED,
  shares = [],
  types = {},
  baseTokens,
  yields,
  modules = ['uniswap-v2', 'uniswap-v3'],
  rates = {},
}: FixtureClientsOptions = {}): Clients {
  const listed = async (chain: string) => {
    if (tokens === 'pending') return never
    if (tokens instanceof Error) throw tokens
    return chain === 'base' ? (baseTokens ?? tokens) : tokens
  }
  const typeOf = ({ symbol }: Token): TokenType =>
    shares.includes(symbol) ? 'lp' : (types[symbol] ?? 'tradable')
  return {
    router: {
      async price(request) {
        if (price === 'pending') return never
        if (price instanceof Error) throw price
        const part = request.isPartialFill && partialFill && { effectiveInputAmount: partialFill }
        return { value: { ...priceOf(request), ...price, ...part }, requestId: 'a3c1f0d2-fixture' }
      },
      quote: () => never,
      async liquidity() {
        if (modules instanceof Error) throw modules
        const liquidityModules = { ethereum: [...modules], base: [] }
        return { value: { chains: [], liquidityModules }, requestId: undefined }
      },
    },
    tokens: {
      async tokens({ chain, limit = 20, offset = 0 }) {
        const all = await listed(chain)
        return {
          items: all.slice(offset, offset + limit).map((token, index) => ({
            ...recordOf(token, index),
            type: typeOf(token),
          })),
          total: all.length,
          hasMore: all.length > offset + limit,
        }
      },
      async tokensByType({ chain, tokenType, limit = 20, offset = 0 }) {
        const found = (await listed(chain)).filter((token) => typeOf(token) === tokenType)
        return {
          items: found.slice(offset, offset + limit).map(recordOf),
          total: found.length,
          hasMore: found.length > offset + limit,
        }
      },
      async searchTokens({ chain, pattern }) {
        const query = pattern.toLowerCase()
        const found = (await listed(chain)).filter(({ address, symbol, name }) =>
          [address, symbol, name].some((text) => text.toLowerCase().includes(query)),
        )
        return { items: found.map(recordOf), total: found.length, hasMore: false }
      },
    },
    rates: {
      rates: async (pairs) =>
        pairs.map((pair) => {
          const token = [...LISTED, ...EARNING, UNLISTED].find(({ address }) =>
            sameAddress(address, pair.domestic_token),
          )
          return { ...pair, price: (rates[token?.symbol ?? ''] ?? token?.priceUsd) || null }
        }),
    },
    yields: createYieldClient(createHttp({ fetch: yields ?? (() => never) }), () => ({
      ...FIXTURE_CONFIG,
      yieldUrl: yields && 'http://fixture.test/yield',
    })),
  }
}

/** A price from the fixture tokens' prices, less typical costs of a route. */
export function priceOf(request: PriceRequest): PriceResult {
  if (request.orderType === 'BUY') return purchasePriceOf(request)
  const input = known(request.inputToken)
  const output = known(request.outputToken)
  const inputAmount = String(request.inputAmount ?? '0')
  const paidUsd = Number(formatAmount(BigInt(inputAmount), input?.decimals ?? 18)) * (input?.priceUsd ?? 0)
  const gross = output?.priceUsd
    ? (parseAmount((paidUsd / output.priceUsd).toFixed(6), Math.max(6, output.decimals)) ?? 0n)
    : 0n
  const outputAmount = gross - applyBps(gross, 9)
  const settlementFee = applyBps(outputAmount, 3)
  const received = outputAmount - settlementFee
  return {
    inputToken: request.inputToken as PriceResult['inputToken'],
    outputToken: request.outputToken as PriceResult['outputToken'],
    feeToken: request.outputToken as PriceResult['feeToken'],
    inputSender: request.userAddress as PriceResult['inputSender'],
    outputReceiver: request.outputReceiver as PriceResult['outputReceiver'],
    inputAmount,
    outputAmount: outputAmount.toString(),
    partnerFee: '0',
    routingFee: '0',
    effectiveInputAmount: inputAmount,
    effectiveOutputAmount: received.toString(),
    minOutputAmount: (received - applyBps(received, Number(request.slippage ?? 50))).toString(),
    liquidityModules: [
      {
        module: 'uniswap-v3',
        name: 'Uniswap V3',
        kind: 'dex',
        portionBps: 10_000,
        path: [WETH.address, request.outputToken as PriceResult['outputToken']],
      },
    ],
    isNativeTokenInput: false,
    value: '0',
    settlementFee: settlementFee.toString(),
    blockNumber: 1_204,
    inputAmountUSD: paidUsd.toFixed(2),
    outputAmountUSD: (paidUsd * 0.9988).toFixed(2),
    gasCostUSD: '0.61',
    feeCostUSD: (paidUsd * 0.0003).toFixed(2),
    priceImpactBps: '6',
    optimalityGapBps: '2',
    surgeValue: 1,
  }
}

/** The price of a purchase: the same costs, on the side that is paid. */
function purchasePriceOf(request: PriceRequest): PriceResult {
  const { decimals: inputDecimals = 18, priceUsd = 1 } = known(request.inputToken) ?? {}
  const output = known(request.outputToken)
  const outputAmount = String(request.outputAmount ?? '0')
  const worthUsd =
    Number(formatAmount(BigInt(outputAmount), output?.decimals ?? 18)) * (output?.priceUsd ?? 0)
  const paidUsd = worthUsd * 1.0012
  const inputAmount = parseAmount((paidUsd / priceUsd).toFixed(6), inputDecimals) ?? 0n
  const maxInputAmount = maximumInput(inputAmount, Number(request.slippage ?? 50))
  return {
    ...priceOf({ ...request, orderType: 'SELL', inputAmount: inputAmount.toString() }),
    outputAmount,
    effectiveOutputAmount: outputAmount,
    minOutputAmount: outputAmount,
    maxInputAmount: maxInputAmount.toString(),
    inputAmountUSD: paidUsd.toFixed(2),
    outputAmountUSD: worthUsd.toFixed(2),
  }
}

function known(address: string): Token | undefined {
  return [...LISTED, ...EARNING].find((token) => sameAddress(token.address, address))
}
