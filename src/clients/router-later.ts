import { liquidityResponseSchema } from '../wire/liquidity.ts'
import { quoteResponseSchema } from '../wire/quote.ts'
import type { Http } from './http.ts'
import type { RouterClient } from './types.ts'
import { createUnknownModules } from './unknown-modules.ts'

/** A quote includes a simulation, so it may take longer than a price. */
const QUOTE_TIMEOUT_MS = 20_000

/**
 * What the first page does not ask of the router: quotes, modules, and prices without some modules, which ask `askPrice`. `at`
 * names the place and the key of a path.
 */
export function createLaterRequests(
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

  const askQuote: RouterClient['quote'] = async (body, { signal } = {}) => {
    const schema = quoteResponseSchema
    const answer = await http({ ...at('/v1/quote'), body, schema, signal, timeoutMs: QUOTE_TIMEOUT_MS })
    return { ...answer, value: answer.value.result }
  }

  return {
    liquidity,
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
