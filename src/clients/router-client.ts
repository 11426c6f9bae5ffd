import { SluiceError } from '../errors/sluice-error.ts'
import { type PriceRequest, type PriceResult, priceResponseSchema } from '../wire/router.ts'
import type { Http } from './http.ts'
import type { Answer, CallOptions, ClientsConfig, RouterClient } from './types.ts'

/** A quote includes a simulation, so it may take longer than a price. */
const QUOTE_TIMEOUT_MS = 20_000

/**
 * The router interface at `baseUrl`. `apiKey` is sent as `x-api-key`. What the first page does not read is loaded with its
 * first request.
 */
export function createRouterClient(http: Http, config: () => ClientsConfig): RouterClient {
  const headers = () => ({ 'x-api-key': config().apiKey ?? '' })

  const liquidity: RouterClient['liquidity'] = async ({ signal } = {}) => {
    const { liquidityResponseSchema } = await loaded(import('../wire/liquidity.ts'))
    return http({
      url: `${config().baseUrl}/liquidity`,
      headers: headers(),
      schema: liquidityResponseSchema,
      signal,
    })
  }

  /** A request that names a module which the service does not know is refused. */
  async function askTrade<Result extends Pick<PriceResult, 'liquidityModules'>>(
    request: PriceRequest,
    ask: (request: PriceRequest) => Promise<Answer<{ result: Result }>>,
    options: CallOptions,
  ): Promise<Answer<Result>> {
    const askOnce = async (body: PriceRequest) => toResult(await ask(body))
    try {
      return await askOnce(request)
    } catch (refusal) {
      if (!request.modulesDisabled?.length || options.signal?.aborted) throw refusal
      const { askWithoutUnknown } = await loaded(import('./unknown-modules.ts'))
      return askWithoutUnknown(request, { refusal, liquidity: () => liquidity(options), ask: askOnce })
    }
  }

  return {
    price: (request, options = {}) =>
      askTrade(
        request,
        (body) =>
          http({
            url: `${config().baseUrl}/v1/price`,
            body,
            headers: headers(),
            schema: priceResponseSchema,
            signal: options.signal,
          }),
        options,
      ),
    async quote(request, options = {}) {
      const { quoteResponseSchema } = await loaded(import('../wire/quote.ts'))
      const ask = (body: PriceRequest) =>
        http({
          url: `${config().baseUrl}/v1/quote`,
          body,
          headers: headers(),
          schema: quoteResponseSchema,
          signal: options.signal,
          timeoutMs: QUOTE_TIMEOUT_MS,
        })
      return askTrade(request, ask, options)
    },
    liquidity,
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
