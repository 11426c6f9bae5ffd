import { dilutedApyResponseSchema, historicalApyResponseSchema, tvlResponseSchema } from '../wire/yield.ts'
import type { Http } from './http.ts'
import type { YieldClient } from './types.ts'

/** The requests of the yield interface, loaded with the first one. */
export function createYieldRequests(
  http: Http,
  getUrl: (path: string) => string,
): Omit<YieldClient, 'isConfigured'> {
  return {
    async historicalApy(body, { signal } = {}) {
      const url = getUrl('/historical-apy')
      return (await http({ url, body, schema: historicalApyResponseSchema, signal })).value.historic_yield
    },
    async dilutedApy(body, { signal } = {}) {
      const url = getUrl('/diluted-apy')
      return (await http({ url, body, schema: dilutedApyResponseSchema, signal })).value.diluted_yield
    },
    async tvl(body, { signal } = {}) {
      const url = getUrl('/tvl')
      return (await http({ url, body, schema: tvlResponseSchema, signal })).value.tvl
    },
  }
}
