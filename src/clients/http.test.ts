import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { createHttp } from './http.ts'

const schema = v.object({ price: v.number() })
const http = createHttp()
let service: FixtureService
let url: string

beforeAll(async () => {
  service = await startFixtureService()
  url = `${service.origin}/thing`
})
afterAll(() => service.close())
beforeEach(() => {
  service.requests.length = 0
})

/** Returns the error a request rejects with. */
async function getFailure(request: Partial<Parameters<typeof http>[0]> = {}): Promise<SluiceError> {
  return http({ url, schema, retries: 0, ...request }).then(
    () => expect.unreachable('The request succeeded'),
    (error: SluiceError) => error,
  )
}

describe('successful response', () => {
  it('is parsed and carries the request id for support', async () => {
    const date = 'Sat, 21 Nov 2026 09:28:00 GMT'
    service.answer('/thing', () => ({
      headers: { 'x-request-id': 'abc', date },
      body: { price: 2, extra: true },
    }))
    await expect(http({ url, schema })).resolves.toEqual({
      value: { price: 2 },
      requestId: 'abc',
      serverTimeMs: Date.parse(date),
    })
  })

  it('is requested by POST with JSON if there is a body', async () => {
    service.answer('/thing', () => ({ body: { price: 2 } }))
    await http({ url, schema, body: { a: 1 }, headers: { 'x-api-key': 'key' } })
    expect(service.requests[0]).toMatchObject({
      body: { a: 1 },
      headers: { 'content-type': 'application/json', 'x-api-key': 'key' },
    })
  })
})

it('is UNKNOWN with a support id, and not a lost connection, when the parser throws', async () => {
  const cause = new TypeError('x is not a function')
  const broken = v.pipe(
    schema,
    v.check(() => {
      throw cause
    }),
  )
  service.answer('/thing', () => ({ body: { price: 1 } }))
  await expect(http({ url, schema: broken })).rejects.toMatchObject({
    code: 'UNKNOWN',
    cause,
    supportId: expect.stringMatching(/./),
  })
  expect(service.requests).toHaveLength(1)
})

describe('lazily loaded schema', () => {
  it('is loaded while the request is running', async () => {
    let hasSchema = false
    const load = async () => {
      hasSchema = true
      return schema
    }
    service.answer('/thing', () => ({ body: { price: hasSchema ? 1 : 0 } }))
    await expect(http({ url, schema: load })).resolves.toMatchObject({ value: { price: 1 } })
  })

  it('is loaded again after a failure, without another request', async () => {
    service.answer('/thing', () => ({ body: { price: 1 } }))
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValue(schema)
    await expect(http({ url, schema: load, body: {} })).resolves.toMatchObject({ value: { price: 1 } })
    expect(service.count('/thing')).toBe(1)
  })

  it.each([
    [true, 'LOAD_FAILED'],
    [false, 'NETWORK_LOST'],
  ])('is reported when it fails to load: online %s is %s', async (onLine, code) => {
    vi.stubGlobal('navigator', { onLine })
    service.answer('/thing', () => ({ headers: { 'x-request-id': 'abc' }, body: { price: 1 } }))
    const load = vi.fn().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    const error = await getFailure({ schema: load, body: {}, retries: onLine ? 1 : 0 })
    vi.unstubAllGlobals()
    expect(error).toMatchObject({ code, supportId: 'abc', details: expect.stringContaining(url) })
    expect(error.details).toContain('dynamically imported module')
    expect(load).toHaveBeenCalledTimes(2)
    expect(service.count('/thing')).toBe(1)
  })

  it('is limited by the timeout', async () => {
    service.answer('/thing', () => ({ body: { price: 1 } }))
    const load = () => new Promise<typeof schema>(() => {})
    await expect(getFailure({ schema: load, timeoutMs: 100 })).resolves.toMatchObject({ code: 'TIMEOUT' })
  })

  it('is not waited for after an abort', async () => {
    const controller = new AbortController()
    const reason = new Error('left')
    service.answer('/thing', () => ({ body: { price: 1 } }))
    const load = () => new Promise<typeof schema>(() => {})
    const requested = http({ url, schema: load, signal: controller.signal })
    setTimeout(() => controller.abort(reason), 100)
    await expect(requested).rejects.toBe(reason)
  })

  it('parses nothing when it arrives after an abort', async () => {
    const controller = new AbortController()
    const reason = new Error('left')
    service.answer('/thing', () => ({ body: { price: 1 } }))
    const parsed = vi.fn()
    const load = async () => {
      await expect.poll(() => service.count('/thing')).toBe(1)
      queueMicrotask(() => controller.abort(reason))
      return v.pipe(schema, v.check(parsed))
    }
    await expect(http({ url, schema: load, signal: controller.signal })).rejects.toBe(reason)
    expect(parsed).not.toHaveBeenCalled()
  })
})

describe('error response', () => {
  it.each([
    [400, { statusCode: 400, error: 'Unable to fetch a solution for the user request' }, 'NO_ROUTE'],
    [400, { statusCode: 400, error: 'Invalid inputAmount provided' }, 'INVALID_REQUEST'],
    [400, { errors: [{ message: 'too deep' }] }, 'INVALID_REQUEST'],
    [401, { statusCode: 401, error: 'Forbidden' }, 'FORBIDDEN'],
    [403, { statusCode: 403, error: 'Request origin not in whitelist' }, 'FORBIDDEN'],
    [404, 'not here', 'INVALID_REQUEST'],
    [408, '', 'TIMEOUT'],
    [429, { statusCode: 429, error: 'Rate limit exceeded. Please try again later' }, 'RATE_LIMITED'],
    [500, { statusCode: 500, error: 'Internal server error' }, 'SERVICE_ERROR'],
    [502, '<html>bad gateway</html>', 'SERVICE_ERROR'],
    [503, { statusCode: 503, error: 'Service temporarily unavailable' }, 'SERVICE_UNAVAILABLE'],
    [504, '', 'TIMEOUT'],
  ])('%i %o is %s', async (status, body, code) => {
    service.answer('/thing', () => ({ status, body, headers: { 'x-request-id': 'abc' } }))
    await expect(getFailure()).resolves.toMatchObject({ code, supportId: 'abc' })
  })

  it('contains the response text and the URL in its details', async () => {
    service.answer('/thing', () => ({
      status: 400,
      body: { statusCode: 400, error: 'Invalid slippage provided' },
    }))
    expect((await getFailure()).details).toBe(`${url}: 400 Invalid slippage provided`)
  })

  it('contains the delay before a retry, from seconds or a date', async () => {
    service.answer('/thing', () => ({ status: 429, headers: { 'retry-after': '7' }, body: '' }))
    expect((await getFailure()).retryAfterMs).toBe(7_000)
    const date = new Date(Date.now() + 600_000).toUTCString()
    service.answer('/thing', () => ({ status: 503, headers: { 'retry-after': date }, body: '' }))
    expect((await getFailure()).retryAfterMs).toBeGreaterThan(300_000)
  })
})

describe('redirect', () => {
  it('is not followed, so that the key is sent to no other host', async () => {
    service.answer('/thing', () => ({
      status: 307,
      headers: { location: `${service.origin}/elsewhere` },
      body: '',
    }))
    service.answer('/elsewhere', () => ({ body: { price: 2 } }))
    const error = await getFailure({ body: {}, headers: { 'x-api-key': 'key' } })
    expect(error).toMatchObject({
      code: 'SERVICE_ERROR',
      details: `${url}: the response is a redirect, which is not followed`,
    })
    expect(service.count('/elsewhere')).toBe(0)
  })
})

describe('unreadable response', () => {
  it.each([
    ['not JSON', '<html>', 'not JSON'],
    ['not of the expected type', { price: 'two' }, 'price:'],
    ['empty', '', 'not JSON'],
  ])('reports a body that is %s, with the field', async (_, body, detail) => {
    service.answer('/thing', () => ({ body }))
    const error = await getFailure()
    expect(error.code).toBe('INVALID_RESPONSE')
    expect(error.details).toContain(detail)
  })
})

describe('missing response', () => {
  it('times out after timeoutMs', async () => {
    service.answer('/thing', () => ({ body: { price: 1 }, delayMs: 5_000 }))
    await expect(getFailure({ timeoutMs: 50 })).resolves.toMatchObject({ code: 'TIMEOUT' })
  })

  it('reports a lost network when the server is unreachable', async () => {
    const gone = await startFixtureService()
    await gone.close()
    await expect(getFailure({ url: `${gone.origin}/thing` })).resolves.toMatchObject({ code: 'NETWORK_LOST' })
  })

  it('rejects with the reason of an abort', async () => {
    service.answer('/thing', () => ({ body: { price: 1 }, delayMs: 5_000 }))
    const controller = new AbortController()
    const requested = http({ url, schema, signal: controller.signal })
    const reason = new Error('left')
    setTimeout(() => controller.abort(reason), 20)
    await expect(requested).rejects.toBe(reason)
    expect(service.count('/thing')).toBeLessThanOrEqual(1)
  })
})

describe('retry', () => {
  function failOnce(status: number, headers: Record<string, string> = {}) {
    let calls = 0
    service.answer('/thing', () => {
      calls += 1
      return calls === 1 ? { status, headers, body: '' } : { body: { price: 1 } }
    })
  }

  it('is sent once after a failure of the service', async () => {
    failOnce(500)
    await expect(http({ url, schema })).resolves.toMatchObject({ value: { price: 1 } })
    expect(service.count('/thing')).toBe(2)
  })

  it('waits as long as a short Retry-After', async () => {
    failOnce(429, { 'retry-after': '1' })
    const start = Date.now()
    await http({ url, schema })
    expect(Date.now() - start).toBeGreaterThanOrEqual(990)
  })

  it.each([
    ['a long wait is requested', 429, { 'retry-after': '60' }],
    ['a rate limit contains no time', 429, {}],
    ['the request itself was rejected', 400, {}],
    ['the key was rejected', 401, {}],
  ])('is not sent when %s', async (_, status, headers) => {
    failOnce(status, headers as Record<string, string>)
    await expect(http({ url, schema })).rejects.toBeDefined()
    expect(service.count('/thing')).toBe(1)
  })
})
