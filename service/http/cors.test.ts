import { describe, expect, it } from 'vitest'
import { liquidityResponseFixture, priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import { hashApiKey } from '../access/api-key.ts'
import { devKeys } from '../access/dev-keys.ts'
import { unavailable } from '../lib/service-error.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp, withPrepare } from '../testing/test-app.ts'

const ORIGINS = ['https://app.example', 'http://localhost:5173', 'null', 'chrome-extension://abcdef']
const EXPOSED = ['X-Request-ID', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': 'dev-enterprise' }

const REQUESTS: [name: string, path: string, init: RequestInit, status: number][] = [
  ['an answer', '/router/v1/price', keyed('dev-enterprise', PRICE_BODY), 200],
  ['a refused key', '/router/v1/price', keyed('nobody', PRICE_BODY), 401],
  ['a refused body', '/router/v1/price', keyed('dev-enterprise', {}), 400],
  ['a foreign origin', '/router/v1/price', keyed('dev-elsewhere', PRICE_BODY), 403],
  ['too much', '/router/v1/price', { ...keyed('dev-enterprise', {}), body: ' '.repeat(20_000) }, 413],
  ['a form', '/router/v1/price', { ...keyed('dev-enterprise', {}), headers: FORM }, 415],
  ['a failure', '/router/v1/price', keyed('dev-enterprise', { ...PRICE_BODY, uniquePID: 'fail' }), 500],
  ['a stale chain', '/router/v1/quote', keyed('dev-enterprise', PRICE_BODY), 503],
  ['another method', '/router/v1/price', { method: 'PUT' }, 405],
  ['another path', '/router/v9', { method: 'POST' }, 404],
  ['a catalogue error', '/tokens/graphql', keyed('', { query: '{' }), 400],
  ['a rates error', '/rates', keyed('', {}), 400],
  ['the yield interface', '/yield/tvl', keyed('', {}), 503],
  ['the way in', '/', { method: 'GET' }, 200],
]

describe.each(ORIGINS)('to a page of %s', (origin) => {
  it.each(REQUESTS)('%s can be read', async (_, path, init, status) => {
    const response = await send(path, init, { origin })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('vary')).toContain('Origin')
    for (const name of EXPOSED) {
      expect(response.headers.get('access-control-expose-headers')).toContain(name)
    }
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const isYield = path.startsWith('/yield')
    expect(response.headers.get('access-control-allow-credentials')).toBe(isYield ? 'true' : null)
  })

  it.each([
    '/router/v1/price',
    '/router/v1/quote',
    '/router/liquidity',
    '/router/private-rpcs',
    '/tokens/graphql',
    '/rates',
    '/yield/tvl',
  ])('a preflight of %s needs no key', async (path) => {
    const response = await send(path, { method: 'OPTIONS' }, preflight(origin))
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-methods')).toMatch(/GET.*POST/)
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-key')
  })
})

describe('the yield interface', () => {
  it('allows any request headers', async () => {
    const headers = {
      ...preflight('https://a.example'),
      'access-control-request-headers': 'x-anything, content-type',
    }
    const response = await send('/yield/tvl', { method: 'OPTIONS' }, headers)
    expect(response.headers.get('access-control-allow-headers')).toBe('x-anything, content-type')
  })
})

describe('an invalid Origin header', () => {
  it.each(['*', 'https://a.example, https://b.example', 'not an origin'])(
    '%s is not repeated',
    async (origin) => {
      const response = await send('/', { method: 'GET' }, { origin })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

describe('a caller without an origin', () => {
  it('allows any origin without credentials', async () => {
    const response = await send('/yield/tvl', { method: 'POST' }, {})
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

/** A router that fails on request, and whose chain has not advanced since the last price. */
const router = withPrepare({
  async price({ uniquePID }) {
    if (uniquePID === 'fail') throw new TypeError('Nobody should read this')
    return priceResultFixture
  },
  quote: () => Promise.reject(unavailable()),
  liquidity: () => liquidityResponseFixture,
})

function send(path: string, init: RequestInit, headers: Record<string, string>) {
  const all = { ...(init.headers as Record<string, string>), ...headers }
  const known = devKeys({ playgroundOrigin: 'http://localhost:5173' })
  const elsewhere = known.map((key) => ({
    ...key,
    hash: hashApiKey('dev-elsewhere'),
    origins: ['https://elsewhere.example'],
  }))
  const keys = [...known, ...elsewhere.slice(0, 1)]
  return createTestApp({ router, keys }).app.fetch(
    new Request(`http://service.test${path}`, { ...init, headers: all }),
  )
}

function keyed(key: string, body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  }
}

function preflight(origin: string) {
  return {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-api-key',
  }
}
