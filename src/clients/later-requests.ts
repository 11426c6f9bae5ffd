import { liquidityResponseSchema } from '../wire/liquidity.ts'
import { privateRpcsResponseSchema } from '../wire/private-rpcs.ts'
import { quoteResponseSchema } from '../wire/quote.ts'
import { SEARCH_TOKENS_QUERY, TOKENS_BY_TYPE_QUERY } from '../wire/token-queries.ts'
import { searchTokensResponseSchema, tokensByTypeResponseSchema } from '../wire/tokens.ts'
import { dilutedApyResponseSchema, historicalApyResponseSchema, tvlResponseSchema } from '../wire/yield.ts'
import type { Http } from './http.ts'
import type { RouterClient, YieldClient } from './types.ts'
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

export const tokensByType = {
  operationName: 'tokensByType',
  query: TOKENS_BY_TYPE_QUERY,
  schema: tokensByTypeResponseSchema,
}

export const searchTokens = {
  operationName: 'searchTokens',
  query: SEARCH_TOKENS_QUERY,
  schema: searchTokensResponseSchema,
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
