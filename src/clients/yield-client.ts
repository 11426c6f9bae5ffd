import { SluiceError } from '../errors/sluice-error.ts'
import type { Http } from './http.ts'
import type { ClientsConfig, YieldClient } from './types.ts'

/** The yield interface at `yieldUrl`. It is public: no API key is sent. */
export function createYieldClient(http: Http, config: () => ClientsConfig): YieldClient {
  function getUrl(path: string): string {
    const { yieldUrl } = config()
    if (yieldUrl !== undefined) return `${yieldUrl}${path}`
    throw new SluiceError('INVALID_REQUEST', { details: `${path}: no yieldUrl is configured` })
  }

  return {
    isConfigured: () => config().yieldUrl !== undefined,
    async historicalApy(body, { signal } = {}) {
      const url = getUrl('/historical-apy')
      const { historicalApyResponseSchema } = await loadSchemas()
      return (await http({ url, body, schema: historicalApyResponseSchema, signal })).value.historic_yield
    },
    async dilutedApy(body, { signal } = {}) {
      const url = getUrl('/diluted-apy')
      const { dilutedApyResponseSchema } = await loadSchemas()
      return (await http({ url, body, schema: dilutedApyResponseSchema, signal })).value.diluted_yield
    },
    async tvl(body, { signal } = {}) {
      const url = getUrl('/tvl')
      const { tvlResponseSchema } = await loadSchemas()
      return (await http({ url, body, schema: tvlResponseSchema, signal })).value.tvl
    },
  }
}

/** The first page needs no yields: their schemas are loaded with the first request. */
const loadSchemas = () => import('../wire/yield.ts')
