import { SluiceError } from '../errors/sluice-error.ts'
import { firstResponse } from './first-response.ts'
import type { Http } from './http.ts'
import { laterRequests } from './load-later-requests.ts'
import type { ClientsConfig, RouterClient } from './types.ts'

/**
 * The router interface at `baseUrl`. `apiKey` is sent as `x-api-key`. The code of other requests
 * than prices is loaded with the first one.
 */
export function createRouterClient(http: Http, config: () => ClientsConfig): RouterClient {
  const at = (path: string) => ({
    url: config().baseUrl + path,
    headers: { 'x-api-key': config().apiKey ?? '' },
  })

  const askPrice: RouterClient['price'] = async (body, { signal } = {}) => {
    const answer = await http({ ...at('/v1/price'), body, schema: firstResponse('price'), signal })
    const { result } = answer.value
    // An output of 0 is not a price: its loss would be unknown and would pass every limit of the
    // host.
    if (BigInt(result.effectiveOutputAmount) === 0n) throw new SluiceError('NO_ROUTE')
    return { ...answer, value: result }
  }

  let made: RouterClient | undefined
  async function later() {
    const { createRouterRequests } = await laterRequests()
    made ??= createRouterRequests(http, { at, askPrice })
    return made
  }

  return {
    price: async (request, options) =>
      request.modulesDisabled?.length ? (await later()).price(request, options) : askPrice(request, options),
    quote: async (request, options) => (await later()).quote(request, options),
    liquidity: async (options) => (await later()).liquidity(options),
    privateRpcs: async (options) => (await later()).privateRpcs(options),
  }
}
