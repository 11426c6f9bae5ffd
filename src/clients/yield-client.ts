import { SluiceError } from '../errors/sluice-error.ts'
import type { Http } from './http.ts'
import { laterRequests } from './load-later-requests.ts'
import type { ClientsConfig, YieldClient } from './types.ts'

/**
 * The yield interface at `yieldUrl`. It is public: no API key is sent. Its code is loaded with the
 * first request.
 */
export function createYieldClient(http: Http, config: () => ClientsConfig): YieldClient {
  function getUrl(path: string): string {
    const { yieldUrl } = config()
    if (yieldUrl !== undefined) return `${yieldUrl}${path}`
    throw new SluiceError('INVALID_REQUEST', { details: `${path}: no yieldUrl is configured` })
  }

  async function requests() {
    const { createYieldRequests } = await laterRequests()
    return createYieldRequests(http, getUrl)
  }

  return {
    isConfigured: () => config().yieldUrl !== undefined,
    historicalApy: async (body, options) => (await requests()).historicalApy(body, options),
    dilutedApy: async (body, options) => (await requests()).dilutedApy(body, options),
    tvl: async (body, options) => (await requests()).tvl(body, options),
  }
}
