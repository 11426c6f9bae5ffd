import { createHttp, type HttpOptions } from './http.ts'
import { createRatesClient } from './rates-client.ts'
import { createRouterClient } from './router-client.ts'
import { createTokensClient } from './tokens-client.ts'
import type { Clients, ClientsConfig } from './types.ts'
import { createYieldClient } from './yield-client.ts'

/** One client per interface, sharing one HTTP client. `config` is read on each call, so that it may change. */
export function createClients(config: () => ClientsConfig, options: HttpOptions = {}): Clients {
  const http = createHttp(options)
  return {
    router: createRouterClient(http, config),
    tokens: createTokensClient(http, config),
    rates: createRatesClient(http, config),
    yields: createYieldClient(http, config),
  }
}
