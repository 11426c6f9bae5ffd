import { liquidityResponseSchema, priceResponseSchema, quoteResponseSchema } from '../wire/router.ts'
import type { Http } from './http.ts'
import type { Answer, ClientsConfig, RouterClient } from './types.ts'

/** A quote includes a simulation, so it may take longer than a price. */
const QUOTE_TIMEOUT_MS = 20_000

/** The router interface at `baseUrl`. `apiKey` is sent as `x-api-key`. */
export function createRouterClient(http: Http, config: () => ClientsConfig): RouterClient {
  const headers = () => ({ 'x-api-key': config().apiKey ?? '' })
  return {
    price: async (request, { signal } = {}) =>
      toResult(
        await http({
          url: `${config().baseUrl}/v1/price`,
          body: request,
          headers: headers(),
          schema: priceResponseSchema,
          signal,
        }),
      ),
    quote: async (request, { signal } = {}) =>
      toResult(
        await http({
          url: `${config().baseUrl}/v1/quote`,
          body: request,
          headers: headers(),
          schema: quoteResponseSchema,
          signal,
          timeoutMs: QUOTE_TIMEOUT_MS,
        }),
      ),
    liquidity: ({ signal } = {}) =>
      http({
        url: `${config().baseUrl}/liquidity`,
        headers: headers(),
        schema: liquidityResponseSchema,
        signal,
      }),
  }
}

function toResult<Result>(answer: Answer<{ result: Result }>): Answer<Result> {
  return { ...answer, value: answer.value.result }
}
