import type * as v from 'valibot'
import { liquidityResponseSchema } from '../../wire/liquidity.ts'
import { privateRpcsResponseSchema } from '../../wire/private-rpcs.ts'
import { quoteResponseSchema } from '../../wire/quote.ts'
import { SEARCH_TOKENS_QUERY, TOKENS_BY_TYPE_QUERY } from '../../wire/token-queries.ts'
import {
  searchTokensResponseSchema,
  type TokenSummaryPage,
  tokensByTypeResponseSchema,
} from '../../wire/tokens.ts'
import { dilutedApyResponseSchema, historicalApyResponseSchema, tvlResponseSchema } from '../../wire/yield.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Http } from './http.ts'
import type { GraphqlAnswer, RouterClient, YieldClient } from './types.ts'
import { createUnknownModules } from './unknown-modules.ts'

// Requests that the form does not need at first: one module, loaded with the first such request.

/** A quote includes a simulation, so it may take longer than a price. */
const QUOTE_TIMEOUT_MS = 20_000

/**
 * Requests of the router: quotes, modules, private RPCs, and prices without some modules, which
 * call `askPrice`. `at` returns the URL and the key of a path.
 */
export function createRouterRequests(
  http: Http,
  {
    at,
    askPrice,
  }: {
    at: (path: string) => { url: string; headers: Record<string, string> }
    askPrice: RouterClient['price']
  },
): RouterClient {
  const askWithoutUnknown = createUnknownModules(() => at('').url)

  const liquidity: RouterClient['liquidity'] = ({ signal } = {}) =>
    http({ ...at('/liquidity'), schema: liquidityResponseSchema, signal })

  const privateRpcs: RouterClient['privateRpcs'] = ({ signal } = {}) =>
    http({ ...at('/private-rpcs'), schema: privateRpcsResponseSchema, signal })

  const askQuote: RouterClient['quote'] = async (body, { signal } = {}) => {
    const schema = quoteResponseSchema
    const answer = await http({ ...at('/v1/quote'), body, schema, signal, timeoutMs: QUOTE_TIMEOUT_MS })
    return { ...answer, value: answer.value.result }
  }

  return {
    liquidity,
    privateRpcs,
    price: (request, options = {}) =>
      askWithoutUnknown(request, {
        ask: (body) => askPrice(body, options),
        liquidity: () => liquidity(options),
      }),
    quote: (request, options = {}) =>
      askWithoutUnknown(request, {
        ask: (body) => askQuote(body, options),
        liquidity: () => liquidity(options),
      }),
  }
}

type TokenRequests = {
  [Name in 'tokensByType' | 'searchTokens']: {
    operationName: Name
    query: string
    schema: v.GenericSchema<unknown, GraphqlAnswer<Record<Name, TokenSummaryPage>>>
  }
}

export const tokenRequests: TokenRequests = {
  tokensByType: {
    operationName: 'tokensByType',
    query: TOKENS_BY_TYPE_QUERY,
    schema: tokensByTypeResponseSchema,
  },
  searchTokens: {
    operationName: 'searchTokens',
    query: SEARCH_TOKENS_QUERY,
    schema: searchTokensResponseSchema,
  },
}

/** The codes of GraphQL errors with which the same request fails again. */
const REFUSED = /^(BAD_USER_INPUT|UNSUPPORTED_CHAIN|QUERY_TOO_LARGE|GRAPHQL_(PARSE|VALIDATION)_FAILED)$/

/** Explains a response without data, or with errors beside the data. */
export function explainGraphqlErrors(
  url: string,
  [error]: NonNullable<GraphqlAnswer<unknown>['errors']> = [],
): { code: ErrorCode; details: string } {
  const isRefused = REFUSED.test(String(error?.extensions?.code))
  return {
    code: isRefused ? 'CATALOGUE_REFUSED' : 'CATALOGUE_UNAVAILABLE',
    details: `${url}: ${error?.message ?? 'neither data nor errors'}`,
  }
}

/** The code of the catalogue for an error of the price service. Undefined for other errors. */
export function toCatalogueCode(code: ErrorCode): ErrorCode | undefined {
  if (code === 'INVALID_REQUEST') return 'CATALOGUE_REFUSED'
  return /^(SERVICE|INVALID)_/.test(code) ? 'CATALOGUE_UNAVAILABLE' : undefined
}

export function createYieldRequests(
  http: Http,
  getUrl: (path: string) => string,
): Omit<YieldClient, 'isConfigured'> {
  return {
    async historicalApy(body, { signal } = {}) {
      const url = getUrl('/historical-apy')
      return (await http({ url, body, schema: historicalApyResponseSchema, signal })).value.historic_yield
    },
    async dilutedApy(body, { signal } = {}) {
      const url = getUrl('/diluted-apy')
      return (await http({ url, body, schema: dilutedApyResponseSchema, signal })).value.diluted_yield
    },
    async tvl(body, { signal } = {}) {
      const url = getUrl('/tvl')
      return (await http({ url, body, schema: tvlResponseSchema, signal })).value.tvl
    },
  }
}
