import { describe, expect, it } from 'vitest'
import { unavailable } from '../lib/service-error.ts'
import { ERROR_CASES } from '../testing/error-cases.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const key = { 'x-api-key': 'dev-enterprise' }
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('a request that makes no sense', () => {
  const { post, asked, logged } = createTestApp()

  it.each(ERROR_CASES)('$path refuses $name', async ({ path, body, key, headers, status, error }) => {
    const response = await post(path, body, { ...(key !== undefined && { 'x-api-key': key }), ...headers })
    const { message, ...rest } = await response.json()
    expect(rest).toEqual({ statusCode: status, error })
    expect(message === undefined).toBe(status !== 401)
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toMatch(UUID_V4)
    expect(asked).toEqual([])
    expect(logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('a request without a valid key', () => {
  it.each([
    [undefined, 'missing'],
    ['', 'missing'],
    ['unknown-key', 'unknown'],
  ])('learns that the key %j is %s, and who issues keys', async (presented, reason) => {
    const { post } = createTestApp()
    const headers = presented === undefined ? {} : { 'x-api-key': presented }
    for (const path of ['/router/v1/price', '/router/v1/quote']) {
      const response = await post(path, PRICE_BODY, headers)
      expect(response.status).toBe(401)
      const body = await response.json()
      expect(body).toMatchObject({ statusCode: 401, error: 'Forbidden' })
      expect(body.message).toContain(reason)
      expect(body.message).toContain('issues API keys')
      expect(JSON.stringify(body)).not.toContain('unknown-key')
    }
  })
})

describe('a request with unknown fields', () => {
  it('is answered as if the rest were not there', async () => {
    const { post, asked } = createTestApp()
    const response = await post('/router/v1/price', { ...PRICE_BODY, favorite: { color: ['blue'] } }, key)
    expect(response.status).toBe(200)
    expect(asked[0]).not.toHaveProperty('favorite')
  })
})

describe('an unexpected failure', () => {
  it('writes the cause to the log, not into the answer', async () => {
    const { post, logged } = createTestApp({
      router: {
        price: () => Promise.reject(new Error('secret stack')),
        quote: () => Promise.reject(unavailable(7)),
        liquidity: () => {
          throw new TypeError('secret stack')
        },
      },
    })
    const response = await post('/router/v1/price', PRICE_BODY, key)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({ statusCode: 500, error: 'Internal server error' })
    const requestId = response.headers.get('x-request-id')
    expect(logged.find(({ level }) => level === 'error')?.fields).toMatchObject({
      requestId,
      error: expect.stringContaining('secret stack'),
    })

    const busy = await post('/router/v1/quote', PRICE_BODY, key)
    expect(busy.status).toBe(503)
    expect(busy.headers.get('retry-after')).toBe('7')
    expect(await busy.json()).toEqual({ statusCode: 503, error: 'Service temporarily unavailable' })
  })
})

describe('the log', () => {
  it('names route, tier and key id, and never the key or an address', async () => {
    const { post, logged } = createTestApp()
    await post('/router/v1/price', PRICE_BODY, { 'x-api-key': 'dev-growth' })
    await post('/router/v1/price', PRICE_BODY, { 'x-api-key': 'not-a-key-anybody-has' })
    expect(logged[0]?.fields).toMatchObject({ route: 'router /v1/price', status: 200, tier: 'growth' })
    const text = JSON.stringify(logged)
    expect(text).not.toContain('not-a-key-anybody-has')
    expect(text).not.toContain(PRICE_BODY.userAddress)
  })
})
