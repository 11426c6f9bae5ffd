import { SluiceError } from '../errors/sluice-error.ts'
import { priceResponseSchema } from '../wire/router.ts'
import type { Http } from './http.ts'
import type { ClientsConfig, RouterClient } from './types.ts'

/**
 * The router interface at `baseUrl`. `apiKey` is sent as `x-api-key`. What the first page does not ask is loaded with its
 * first request.
 */
export function createRouterClient(http: Http, config: () => ClientsConfig): RouterClient {
  const at = (path: string) => ({
    url: config().baseUrl + path,
    headers: { 'x-api-key': config().apiKey ?? '' },
  })

  const askPrice: RouterClient['price'] = async (body, { signal } = {}) => {
    const answer = await http({ ...at('/v1/price'), body, schema: priceResponseSchema, signal })
    return { ...answer, value: answer.value.result }
  }

  async function later() {
    try {
      return (await import('./router-later.ts')).createLaterRequests(http, at)
    } catch (cause) {
      throw new SluiceError('NETWORK_LOST', { cause })
    }
  }

  return {
    async price(request, options = {}) {
      try {
        return await askPrice(request, options)
      } catch (refusal) {
        if (!request.modulesDisabled?.length) throw refusal
        return (await later()).orWithoutUnknown(request, { ...options, refusal, ask: askPrice })
      }
    },
    quote: async (request, options) => (await later()).quote(request, options),
    liquidity: async (options) => (await later()).liquidity(options),
  }
}
