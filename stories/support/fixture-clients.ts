import { createHttp } from '../../src/clients/http.ts'
import type { Clients } from '../../src/clients/types.ts'
import { createYieldClient } from '../../src/clients/yield-client.ts'
import type { SluiceError } from '../../src/errors/sluice-error.ts'
import type { Token } from '../../src/events/types.ts'
import { sameAddress } from '../../src/lib/address.ts'
import { privateRpcsResponseFixture } from '../../src/wire/fixtures/router-fixtures.ts'
import type { PrivateRpcsResponse } from '../../src/wire/private-rpcs.ts'
import type { PriceResult } from '../../src/wire/router.ts'
import type { TokenType } from '../../src/wire/tokens.ts'
import { findTokens, listTokens } from '../../testing/fixture-catalogue.ts'
import { priceOf } from '../../testing/fixture-prices.ts'
import { EARNING, LISTED, UNLISTED } from '../../testing/fixture-tokens.ts'
import { FIXTURE_CONFIG } from './fixture-config.ts'

export interface FixtureClientsOptions {
  /** Overrides a computed price, rejects with an error, or with `pending` never resolves. */
  price?: Partial<PriceResult> | Error | 'pending'
  /** The error of each price request after the first. Default: no error. */
  laterPrices?: SluiceError
  /** The input of a partial fill in base units. Default: the whole input. */
  partialFill?: string
  /** The catalogue. Default `LISTED`. `pending` never resolves. */
  tokens?: readonly Token[] | SluiceError | 'pending'
  /** Symbols of tokens that the catalogue lists as pool shares. */
  shares?: readonly string[]
  /** Other types of tokens by symbol. Default: no types, so the type filter is hidden. */
  types?: Readonly<Record<string, TokenType>>
  /** The catalogue of the chain `base`. Default: the same tokens. */
  baseTokens?: readonly Token[]
  /** The ids of the liquidity modules, or an error. Default: two modules. */
  modules?: readonly string[] | SluiceError
  /** The private RPCs, or an error. Default: one on `quiet.example`. */
  privateRpcs?: PrivateRpcsResponse['privateRpcs'] | SluiceError
  /** Overrides exchange rates by symbol. 0 is unknown. */
  rates?: Readonly<Record<string, number>>
  /**
   * The yield interface from `createFixtureYields`. Also needs `config.yieldUrl`. Default: not
   * configured.
   */
  yields?: typeof fetch
}

const never = new Promise<never>(() => {})

/** Creates clients of the four interfaces, based on the fixture tokens' prices. */
export function createFixtureClients({
  price,
  laterPrices,
  partialFill,
  tokens = LISTED,
  shares = [],
  types = {},
  baseTokens,
  yields,
  modules = ['uniswap-v2', 'uniswap-v3'],
  privateRpcs = privateRpcsResponseFixture.privateRpcs,
  rates = {},
}: FixtureClientsOptions = {}): Clients {
  const listed = async (chain: string) => {
    if (tokens === 'pending') return never
    if (tokens instanceof Error) throw tokens
    return chain === 'base' ? (baseTokens ?? tokens) : tokens
  }
  const typeOf = ({ symbol }: Token): TokenType =>
    shares.includes(symbol) ? 'lp' : (types[symbol] ?? 'tradable')
  let priced = 0
  return {
    router: {
      async price(request) {
        priced += 1
        if (laterPrices && priced > 1) throw laterPrices
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
      async privateRpcs() {
        if (privateRpcs instanceof Error) throw privateRpcs
        return { value: { privateRpcs: [...privateRpcs] }, requestId: undefined }
      },
    },
    tokens: {
      tokens: async ({ chain, ...page }) => listTokens(await listed(chain), { ...page, typeOf }),
      tokensByType: async ({ chain, tokenType, ...page }) =>
        listTokens(
          (await listed(chain)).filter((token) => typeOf(token) === tokenType),
          { ...page, typeOf },
        ),
      searchTokens: async ({ chain, pattern }) =>
        listTokens(findTokens(await listed(chain), pattern), { limit: Number.POSITIVE_INFINITY }),
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
