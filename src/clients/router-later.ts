import { liquidityResponseSchema } from '../wire/liquidity.ts'
import { quoteResponseSchema } from '../wire/quote.ts'
import type { PriceRequest, PriceResult } from '../wire/router.ts'
import type { Http } from './http.ts'
import type { Answer, CallOptions, RouterClient } from './types.ts'
import { askWithoutUnknown } from './unknown-modules.ts'

/** A quote includes a simulation, so it may take longer than a price. */
const QUOTE_TIMEOUT_MS = 20_000

/** Asks for a trade once. */
type Ask<Result> = (request: PriceRequest, options: CallOptions) => Promise<Answer<Result>>

/** What the first page does not ask of the router. `at` names the place and the key of a path. */
export function createLaterRequests(
  http: Http,
  at: (path: string) => { url: string; headers: Record<string, string> },
) {
  const liquidity: RouterClient['liquidity'] = ({ signal } = {}) =>
    http({ ...at('/liquidity'), schema: liquidityResponseSchema, signal })

  /** A request that names a module which the service does not know is refused: then once more, without it. */
  async function orWithoutUnknown<Result extends Pick<PriceResult, 'liquidityModules'>>(
    request: PriceRequest,
    { refusal, ask, ...options }: CallOptions & { refusal: unknown; ask: Ask<Result> },
  ): Promise<Answer<Result>> {
    if (options.signal?.aborted) throw refusal
    const again = (body: PriceRequest) => ask(body, options)
    return askWithoutUnknown(request, { refusal, liquidity: () => liquidity(options), ask: again })
  }

  const askQuote: RouterClient['quote'] = async (body, { signal } = {}) => {
    const schema = quoteResponseSchema
    const answer = await http({ ...at('/v1/quote'), body, schema, signal, timeoutMs: QUOTE_TIMEOUT_MS })
    return { ...answer, value: answer.value.result }
  }

  const quote: RouterClient['quote'] = async (request, options = {}) => {
    try {
      return await askQuote(request, options)
    } catch (refusal) {
      return orWithoutUnknown(request, { ...options, refusal, ask: askQuote })
    }
  }

  return { liquidity, quote, orWithoutUnknown }
}
