import { MAX_RATE_PAIRS } from '../../wire/limits.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { firstResponse } from './first-response.ts'
import type { Http } from './http.ts'
import type { ClientsConfig, RatesClient } from './types.ts'

const ratesOf = firstResponse('rates')

/** The exchange-rate interface at `exchangeRatesUrl`. */
export function createRatesClient(http: Http, config: () => ClientsConfig): RatesClient {
  return {
    rates: async (pairs, { signal } = {}) => {
      if (pairs.length === 0) return []
      if (pairs.length > MAX_RATE_PAIRS) {
        throw new SluiceError('INVALID_REQUEST', {
          details: `${pairs.length} pairs; at most ${MAX_RATE_PAIRS}`,
        })
      }
      const { apiKey, exchangeRatesUrl } = config()
      const { value } = await http({
        url: `${exchangeRatesUrl}/`,
        body: pairs,
        ...(apiKey !== undefined && { headers: { 'x-api-key': apiKey } }),
        schema: async () => (await ratesOf())(pairs),
        signal,
      })
      return value
    },
  }
}
