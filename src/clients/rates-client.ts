import { SluiceError } from '../errors/sluice-error.ts'
import { MAX_RATE_PAIRS } from '../wire/limits.ts'
import type { Rate, RatePair } from '../wire/rates.ts'
import { firstResponse } from './first-response.ts'
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
        schema: firstResponse('rates'),
        signal,
      })
      // A response of another length cannot be matched to the pairs.
      if (value.length !== pairs.length) {
        throw new SluiceError('INVALID_RESPONSE', {
          details: `${exchangeRatesUrl}: ${value.length} rates for ${pairs.length} pairs`,
          ...(requestId !== undefined && { supportId: requestId }),
        })
      }
      return pairs.map((pair, index) => {
        const rate = value[index]
        return { ...pair, price: rate && isRateOf(rate, pair) ? rate.price : null }
      })
    },
  }
}

/** Whether a rate is for the requested pair. */
function isRateOf(rate: Rate, pair: RatePair): boolean {
  return (
    sameText(rate.domestic_blockchain, pair.domestic_blockchain) &&
    sameText(rate.domestic_token, pair.domestic_token) &&
    sameText(rate.foreign_blockchain, pair.foreign_blockchain) &&
    sameText(rate.foreign_token, pair.foreign_token)
  )
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
