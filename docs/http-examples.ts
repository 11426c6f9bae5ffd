import { ratesRequestFixture, ratesResponseFixture } from '../wire/fixtures/rates-fixtures.ts'
import {
  liquidityResponseFixture,
  priceRequestFixture,
  priceResponseFixture,
  privateRpcsResponseFixture,
  quoteResponseFixture,
  statusErrorFixture,
} from '../wire/fixtures/router-fixtures.ts'
import {
  activeProtocolsResponseFixture,
  dilutedApyRequestFixture,
  dilutedApyResponseFixture,
  healthCheckResponseFixture,
  historicalApyRequestFixture,
  historicalApyResponseFixture,
  metricsResponseFixture,
  systemMetricsResponseFixture,
  tvlRequestFixture,
  tvlResponseFixture,
  yieldErrorFixture,
} from '../wire/fixtures/yield-fixtures.ts'

export interface HttpExample {
  /** The body of the request; undefined for a request without a body. */
  request?: unknown
  response: unknown
  /** The body of a refusal. */
  error: unknown
}

const router = { error: statusErrorFixture }
const yields = { error: yieldErrorFixture }

/** Bodies of each path, which a test holds against the schemas. */
export const HTTP_EXAMPLES: Readonly<Record<string, HttpExample>> = {
  '/router/v1/price': { ...router, request: priceRequestFixture, response: priceResponseFixture },
  '/router/v1/quote': { ...router, request: priceRequestFixture, response: quoteResponseFixture },
  '/router/liquidity': { ...router, response: liquidityResponseFixture },
  '/router/private-rpcs': { ...router, response: privateRpcsResponseFixture },
  '/rates': { ...router, request: ratesRequestFixture, response: ratesResponseFixture },
  '/rates/chains': { ...router, response: ['ethereum', 'base'] },
  '/yield/historical-apy': {
    ...yields,
    request: historicalApyRequestFixture,
    response: historicalApyResponseFixture,
  },
  '/yield/diluted-apy': {
    ...yields,
    request: dilutedApyRequestFixture,
    response: dilutedApyResponseFixture,
  },
  '/yield/tvl': { ...yields, request: tvlRequestFixture, response: tvlResponseFixture },
  '/yield/active-protocols': { ...yields, response: activeProtocolsResponseFixture },
  '/yield/health-check': { ...yields, response: healthCheckResponseFixture },
  '/yield/metrics': { ...yields, response: metricsResponseFixture },
  '/yield/system-metrics': { ...yields, response: systemMetricsResponseFixture },
}
