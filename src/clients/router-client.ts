import { SluiceError } from '../errors/sluice-error.ts'
import { priceResponseSchema } from '../wire/router.ts'
import type { Http } from './http.ts'
import type { Answer, ClientsConfig, RouterClient } from './types.ts'

/** A quote includes a simulation, so it may take longer than a price. */
const QUOTE_TIMEOUT_MS = 20_000

/**
 * The router interface at `baseUrl`. `apiKey` is sent as `x-api-key`. What the first page does not read is loaded with its
 * first request.
 */
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
    async quote(request, { signal } = {}) {
      const { quoteResponseSchema } = await loaded(import('../wire/quote.ts'))
      const answer = await http({
        url: `${config().baseUrl}/v1/quote`,
        body: request,
        headers: headers(),
        schema: quoteResponseSchema,
        signal,
        timeoutMs: QUOTE_TIMEOUT_MS,
      })
      return toResult(answer)
    },
    async liquidity({ signal } = {}) {
      const { liquidityResponseSchema } = await loaded(import('../wire/liquidity.ts'))
      return http({
        url: `${config().baseUrl}/liquidity`,
        headers: headers(),
        schema: liquidityResponseSchema,
        signal,
      })
    },
  }
}

function toResult<Result>(answer: Answer<{ result: Result }>): Answer<Result> {
  return { ...answer, value: answer.value.result }
}

async function loaded<Code>(code: Promise<Code>): Promise<Code> {
  try {
    return await code
  } catch (cause) {
    throw new SluiceError('NETWORK_LOST', { cause })
  }
}
