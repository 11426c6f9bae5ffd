import * as v from 'valibot'
import { liquidityResponseSchema } from '../../wire/liquidity.ts'
import { priceRequestSchema } from '../../wire/price-request.ts'
import { privateRpcsResponseSchema } from '../../wire/private-rpcs.ts'
import { quoteResponseSchema } from '../../wire/quote.ts'
import { ratesRequestSchema, ratesResponseSchema } from '../../wire/rates.ts'
import { priceResponseSchema, statusErrorSchema } from '../../wire/router.ts'
import {
  activeProtocolsResponseSchema,
  dilutedApyRequestSchema,
  dilutedApyResponseSchema,
  healthCheckResponseSchema,
  historicalApyRequestSchema,
  historicalApyResponseSchema,
  metricsResponseSchema,
  systemMetricsResponseSchema,
  tvlRequestSchema,
  tvlResponseSchema,
  yieldErrorSchema,
} from '../../wire/yield.ts'

export type RestInterface = 'router' | 'rates' | 'yield'

/** One path of a REST interface, in the schemas of the wire. */
export interface Operation {
  method: 'get' | 'post'
  path: string
  summary: string
  request?: v.GenericSchema
  response: v.GenericSchema
  /** Responses other than 200 whose body is not the interface's error. */
  otherResponses?: Record<number, v.GenericSchema>
  /** Statuses of the interface's error body. */
  errors: readonly number[]
}

export interface InterfaceDescription {
  error: v.GenericSchema
  /** States if a key is required, optional or unused. */
  key: 'required' | 'optional' | 'none'
  operations: readonly Operation[]
}

const WITH_BODY = [400, 413, 415]

export const INTERFACES: Record<RestInterface, InterfaceDescription> = {
  router: {
    error: statusErrorSchema,
    key: 'required',
    operations: [
      {
        method: 'post',
        path: '/v1/price',
        summary: 'An indicative price, without calldata',
        request: priceRequestSchema,
        response: priceResponseSchema,
        errors: [...WITH_BODY, 401, 403, 429, 500, 503],
      },
      {
        method: 'post',
        path: '/v1/quote',
        summary: 'A firm quote with calldata, simulated',
        request: priceRequestSchema,
        response: quoteResponseSchema,
        errors: [...WITH_BODY, 401, 403, 429, 500, 503],
      },
      {
        method: 'get',
        path: '/liquidity',
        summary: 'The liquidity modules of each chain',
        response: liquidityResponseSchema,
        errors: [401, 403, 429, 500, 503],
      },
      {
        method: 'get',
        path: '/private-rpcs',
        summary: 'RPCs that a wallet can send through, to keep a transaction out of the public mempool',
        response: privateRpcsResponseSchema,
        errors: [401, 403, 429, 500, 503],
      },
    ],
  },
  rates: {
    error: statusErrorSchema,
    key: 'optional',
    operations: [
      {
        method: 'post',
        path: '/',
        summary: 'Rates of 1 to 25 pairs in whole units, in the order of the request; null when unknown',
        request: ratesRequestSchema,
        response: ratesResponseSchema,
        errors: [...WITH_BODY, 429, 500],
      },
      {
        method: 'get',
        path: '/chains',
        summary: 'The chains that requests can name',
        response: v.array(v.string()),
        errors: [500],
      },
    ],
  },
  yield: {
    error: yieldErrorSchema,
    key: 'none',
    operations: [
      {
        method: 'post',
        path: '/historical-apy',
        summary: 'What a pool has yielded lately',
        request: historicalApyRequestSchema,
        response: historicalApyResponseSchema,
        errors: [...WITH_BODY, 404, 422, 429, 500, 503],
      },
      {
        method: 'post',
        path: '/diluted-apy',
        summary:
          'The yield of a pool after a deposit; an amount above the room left is 422, with the room in the response',
        request: dilutedApyRequestSchema,
        response: dilutedApyResponseSchema,
        errors: [...WITH_BODY, 404, 422, 429, 500, 503],
      },
      {
        method: 'post',
        path: '/tvl',
        summary: 'What a pool holds, in USD',
        request: tvlRequestSchema,
        response: tvlResponseSchema,
        errors: [...WITH_BODY, 404, 422, 429, 500, 503],
      },
      {
        method: 'get',
        path: '/active-protocols',
        summary: 'The lending protocols of each chain',
        response: activeProtocolsResponseSchema,
        errors: [429, 500, 503],
      },
      {
        method: 'get',
        path: '/health-check',
        summary: 'Whether the interface can be relied on; 503 when not',
        response: healthCheckResponseSchema,
        otherResponses: { 503: v.union([healthCheckResponseSchema, yieldErrorSchema]) },
        errors: [429, 500],
      },
      {
        method: 'get',
        path: '/metrics',
        summary: 'Requests, caches and load',
        response: metricsResponseSchema,
        errors: [429, 500, 503],
      },
      {
        method: 'get',
        path: '/system-metrics',
        summary: 'The load of the machine',
        response: systemMetricsResponseSchema,
        errors: [429, 500, 503],
      },
    ],
  },
}
