import { SluiceError } from '../errors/sluice-error.ts'
import { MAX_RATE_PAIRS, ratesResponseSchema } from '../wire/rates.ts'
import type { Http } from './http.ts'
import type { ClientsConfig, RatesClient } from './types.ts'

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
      const { value, requestId } = await http({
        url: `${exchangeRatesUrl}/`,
        body: pairs,
        ...(apiKey !== undefined && { headers: { 'x-api-key': apiKey } }),
        schema: ratesResponseSchema,
        signal,
      })
      // A price is told apart by its place alone: another length would price the wrong token.
      if (value.length !== pairs.length) {
        throw new SluiceError('INVALID_RESPONSE', {
          details: `${exchangeRatesUrl}: ${value.length} rates for ${pairs.length} pairs`,
          ...(requestId !== undefined && { supportId: requestId }),
        })
      }
      return value
    },
  }
}
