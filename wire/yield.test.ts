import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as fixtures from './fixtures/yield-fixtures.ts'
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
} from './yield.ts'

describe('yield interface', () => {
  it.each([
    ['historical APY request', historicalApyRequestSchema, fixtures.historicalApyRequestFixture],
    ['diluted APY request', dilutedApyRequestSchema, fixtures.dilutedApyRequestFixture],
    ['TVL request', tvlRequestSchema, fixtures.tvlRequestFixture],
    ['historical APY', historicalApyResponseSchema, fixtures.historicalApyResponseFixture],
    ['diluted APY', dilutedApyResponseSchema, fixtures.dilutedApyResponseFixture],
    ['TVL', tvlResponseSchema, fixtures.tvlResponseFixture],
    ['active protocols', activeProtocolsResponseSchema, fixtures.activeProtocolsResponseFixture],
    ['health', healthCheckResponseSchema, fixtures.healthCheckResponseFixture],
    ['metrics', metricsResponseSchema, fixtures.metricsResponseFixture],
    ['system metrics', systemMetricsResponseSchema, fixtures.systemMetricsResponseFixture],
    ['error', yieldErrorSchema, fixtures.yieldErrorFixture],
  ])('parses the message %s', (_, schema, message) => {
    expect(v.parse(schema as v.GenericSchema, message)).toEqual(message)
  })

  it('parses the same fields at top level', () => {
    const { historicYieldFixture, dilutedYieldFixture, tvlFixture } = fixtures
    expect(v.parse(historicalApyResponseSchema, { success: true, ...historicYieldFixture })).toEqual(
      fixtures.historicalApyResponseFixture,
    )
    expect(v.parse(dilutedApyResponseSchema, { success: true, ...dilutedYieldFixture })).toEqual(
      fixtures.dilutedApyResponseFixture,
    )
    expect(v.parse(tvlResponseSchema, { success: true, ...tvlFixture })).toEqual(fixtures.tvlResponseFixture)
  })

  it.each([
    ['an object', { net_apy: 3.9, apy: 4.05 }, 3.9],
    ['an object without fees', { apy: 4.05 }, 4.05],
    ['a text', '4.05', 4.05],
  ])('parses an APY that is %s', (_, apy, expected) => {
    const read = v.parse(dilutedApyResponseSchema, {
      success: true,
      diluted_yield: { ...fixtures.dilutedYieldFixture, apy, input_amount: 1_000_000_000 },
    })
    expect(read).toEqual({
      success: true,
      diluted_yield: { ...fixtures.dilutedYieldFixture, apy: expected },
    })
  })

  it.each([null, 'NaN', '', {}, { net_apy: 'much' }])('rejects the APY %j', (apy) => {
    const diluted_yield = { ...fixtures.dilutedYieldFixture, apy }
    expect(v.is(dilutedApyResponseSchema, { success: true, diluted_yield })).toBe(false)
  })

  it('rejects an error as a response, and a response as an error', () => {
    expect(v.is(historicalApyResponseSchema, fixtures.yieldErrorFixture)).toBe(false)
    expect(v.is(yieldErrorSchema, fixtures.historicalApyResponseFixture)).toBe(false)
  })

  it('parses errors without step and id', () => {
    const { success, error, error_type } = fixtures.yieldErrorFixture
    expect(v.is(yieldErrorSchema, { success, error, error_type })).toBe(true)
  })

  it.each([0, 7, '0', '1000000000000000000000'])('accepts the amount %j', (input_amount) => {
    const request = v.parse(dilutedApyRequestSchema, { ...fixtures.dilutedApyRequestFixture, input_amount })
    expect(request.input_amount).toBe(String(input_amount))
  })

  it.each([undefined, null, -1, 1.5, 2 ** 53, '', '-1', '1.5', '1e18', '01'])(
    'rejects the amount %j',
    (input_amount) => {
      expect(v.is(dilutedApyRequestSchema, { ...fixtures.dilutedApyRequestFixture, input_amount })).toBe(
        false,
      )
    },
  )

  it.each([
    ['pool_address', '0x12'],
    ['input_token', 7],
    ['chain', ''],
    ['chain', undefined],
  ])('rejects %s = %j', (field, value) => {
    expect(
      v.is(historicalApyRequestSchema, { ...fixtures.historicalApyRequestFixture, [field]: value }),
    ).toBe(false)
  })
})
