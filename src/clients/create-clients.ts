import { createHttp, type HttpOptions } from './http.ts'
import { createRatesClient } from './rates-client.ts'
import { createRouterClient } from './router-client.ts'
import { createTokensClient } from './tokens-client.ts'
import type { Clients, ClientsConfig } from './types.ts'
import { createYieldClient } from './yield-client.ts'

/**
 * One client per interface, sharing one HTTP client. `config` is read on each call, so that it may
 * change. Every call is retried once if a retry can help, times out after 10 s (a quote after 20
 * s), parses the response, and rejects with a `SluiceError`: `NETWORK_LOST`, `TIMEOUT`,
 * `RATE_LIMITED`, `FORBIDDEN`, `INVALID_REQUEST`, `NO_ROUTE`, `SERVICE_ERROR`,
 * `SERVICE_UNAVAILABLE`, `INVALID_RESPONSE` and others; an aborted call rejects with the reason of
 * the signal.
 * @example
 * const { router, rates } = createClients(() => ({
 *   baseUrl: 'https://api.example.com/router',
 *   tokensUrl: 'https://api.example.com/tokens',
 *   exchangeRatesUrl: 'https://api.example.com/rates',
 *   apiKey: 'pk_my-dapp',
 * }))
 * const { value } = await router.liquidity()
 * console.log(value.liquidityModules)
 */
export function createClients(config: () => ClientsConfig, options: HttpOptions = {}): Clients {
  const http = createHttp(options)
  return {
    router: createRouterClient(http, config),
    tokens: createTokensClient(http, config),
    rates: createRatesClient(http, config),
    yields: createYieldClient(http, config),
  }
}
