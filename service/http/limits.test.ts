import { describe, expect, it } from 'vitest'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const WORDS = 'Rate limit exceeded. Please try again later'
const ORIGIN = 'https://app.example'
const reserve = { pool_address: PRICE_BODY.userAddress, chain: 'ethereum' }
const yieldBody = {
  success: false,
  error: WORDS,
  error_type: 'resource_exhaustion',
  request_id: expect.stringMatching(UUID_V4),
}
const statusBody = { statusCode: 429, error: WORDS }
const pair = {
  domestic_blockchain: 'ethereum',
  domestic_token: PRICE_BODY.inputToken,
  foreign_blockchain: 'ethereum',
  foreign_token: PRICE_BODY.outputToken,
}

const LIMITED: { path: string; key?: string; body?: unknown; allowed: number; refusal: unknown }[] = [
  { path: '/router/v1/price', key: 'dev-basic', body: PRICE_BODY, allowed: 3, refusal: statusBody },
  { path: '/router/v1/price', key: 'dev-growth', body: PRICE_BODY, allowed: 30, refusal: statusBody },
  { path: '/router/v1/price', key: 'dev-premium', body: PRICE_BODY, allowed: 50, refusal: statusBody },
  { path: '/router/v1/quote', key: 'dev-basic', body: PRICE_BODY, allowed: 2, refusal: statusBody },
  { path: '/router/v1/quote', key: 'dev-growth', body: PRICE_BODY, allowed: 15, refusal: statusBody },
  { path: '/router/v1/quote', key: 'dev-premium', body: PRICE_BODY, allowed: 25, refusal: statusBody },
  { path: '/router/liquidity', key: 'dev-basic', allowed: 3, refusal: statusBody },
  { path: '/router/private-rpcs', key: 'dev-basic', allowed: 3, refusal: statusBody },
  { path: '/rates', body: [pair], allowed: 3, refusal: statusBody },
  { path: '/rates', key: 'dev-growth', body: [pair], allowed: 30, refusal: statusBody },
  {
    path: '/tokens/graphql',
    body: { query: '{ __typename }' },
    allowed: 100,
    refusal: { errors: [{ message: WORDS, extensions: { code: 'RATE_LIMITED' } }] },
  },
  { path: '/yield/historical-apy', body: reserve, allowed: 60, refusal: yieldBody },
  { path: '/yield/diluted-apy', body: { ...reserve, input_amount: 1 }, allowed: 60, refusal: yieldBody },
  { path: '/yield/tvl', body: reserve, allowed: 60, refusal: yieldBody },
  { path: '/yield/active-protocols', allowed: 60, refusal: yieldBody },
  { path: '/yield/health-check', allowed: 60, refusal: yieldBody },
  { path: '/yield/metrics', allowed: 60, refusal: yieldBody },
  { path: '/yield/system-metrics', allowed: 60, refusal: yieldBody },
]

describe.each(LIMITED)('$path for $key', ({ path, key, body, allowed, refusal }) => {
  const ask = ({ get, post }: ReturnType<typeof createTestApp>) => {
    const headers = { origin: ORIGIN, ...(key !== undefined && { 'x-api-key': key }) }
    return body === undefined ? get(path, headers) : post(path, body, headers)
  }

  it(`allows ${allowed} requests in a burst, and sends any page the time of the next`, async () => {
    const app = createTestApp({ yields: createFixtureYields() })
    for (let i = 0; i < allowed; i += 1) expect((await ask(app)).status).toBe(200)
    const refused = await ask(app)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual(refusal)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('x-request-id')).toMatch(UUID_V4)
    expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/X-Request-ID.*Retry-After/)
    app.wait(1_000)
    expect((await ask(app)).status).toBe(200)
  })
})

describe('what is malformed', () => {
  it('counts like anything else', async () => {
    const { post } = createTestApp()
    const statuses = []
    for (let i = 0; i < 4; i += 1) {
      statuses.push((await post('/router/v1/price', '{', { 'x-api-key': 'dev-basic' })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})

describe('the yield interface', () => {
  it('counts its three calculations together, and what it says of itself apart', async () => {
    const { post, get } = createTestApp({ yields: createFixtureYields() })
    const paths = ['/yield/tvl', '/yield/historical-apy', '/yield/tvl']
    for (let i = 0; i < 60; i += 1) expect((await post(paths[i % 3]!, reserve)).status).toBe(200)
    expect((await post('/yield/historical-apy', reserve)).status).toBe(429)
    expect((await get('/yield/health-check')).status).toBe(200)
  })

  it('does not count requests of one address against another', async () => {
    const { app } = createTestApp({ yields: createFixtureYields() })
    const ask = (address: string) => app.fetch(new Request('http://service.test/yield/metrics'), { address })
    for (let i = 0; i < 60; i += 1) await ask('10.0.0.1')
    expect((await ask('10.0.0.1')).status).toBe(429)
    expect((await ask('10.0.0.2')).status).toBe(200)
  })
})

describe('wrong keys', () => {
  it('are refused with 401, and beyond twenty of an address with 429 whatever they are', async () => {
    const { post } = createTestApp()
    const ask = (key: string) => post('/router/v1/price', PRICE_BODY, { 'x-api-key': key, origin: ORIGIN })
    for (let i = 0; i < 20; i += 1) expect((await ask(`guess ${i}`)).status).toBe(401)
    const [wrong, good] = [await ask('guess'), await ask('dev-enterprise')]
    for (const refused of [wrong, good]) {
      expect(refused.status).toBe(429)
      expect(await refused.json()).toEqual(statusBody)
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    }
    const headers = ({ headers }: Response) =>
      [...headers].filter(([name]) => name !== 'x-request-id').toString()
    expect(headers(good)).toBe(headers(wrong))
  })
})

describe('the list of modules', () => {
  it.each([undefined, '', 'nobody'])('is not for the key %j', async (key) => {
    const response = await createTestApp().get('/router/liquidity', {
      ...(key !== undefined && { 'x-api-key': key }),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ statusCode: 401, error: 'Forbidden' })
  })

  it('is for the origins of its key alone', async () => {
    const headers = { 'x-api-key': 'dev-origin', origin: 'https://elsewhere.example' }
    const response = await createTestApp().get('/router/liquidity', headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ statusCode: 403, error: 'Request origin not in whitelist' })
  })
})
