import { describe, expect, it } from 'vitest'
import { createMemoryKeyStore } from '../access/api-key.ts'
import { createAccess } from '../access/create-access.ts'
import { devKeys } from '../access/dev-keys.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const ORIGIN = 'https://app.example'
const WORDS = 'Rate limit exceeded. Please try again later'
const query = { query: '{ __typename }' }

describe('blocks a caller that continues after refusals', () => {
  it('is refused at the door, in the same words, and let in again after a second', async () => {
    const { ask, decided, wait } = setUp()
    const answers = []
    for (let i = 0; i < 500; i += 1) answers.push(await ask('/tokens/graphql', query))
    // The size of the bucket, plus twenty refusals.
    expect(decided()).toBe(120)
    const { status, headers, body } = answers.at(-1)!
    const inside = answers[110]!
    expect(status).toBe(429)
    expect(body).toEqual({ errors: [{ message: WORDS, extensions: { code: 'RATE_LIMITED' } }] })
    expect(body).toEqual(inside.body)
    for (const name of [
      'retry-after',
      'access-control-allow-origin',
      'access-control-expose-headers',
      'vary',
      'cache-control',
      'x-content-type-options',
    ]) {
      expect([name, headers.get(name)]).toEqual([name, inside.headers.get(name)])
    }
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-request-id')).not.toBe(answers.at(-2)!.headers.get('x-request-id'))
    wait(1_000)
    expect((await ask('/tokens/graphql', query)).status).toBe(200)
  })

  it('is counted and logged like any other', async () => {
    const { ask, logged, metrics } = setUp()
    for (let i = 0; i < 500; i += 1) await ask('/tokens/graphql', query)
    const text = await metrics.text()
    expect(text).toContain('sluice_rate_limited_total{route="tokens /graphql",tier="anonymous"} 400')
    expect(logged.filter(({ fields }) => fields.status === 429)).toHaveLength(400)
  })

  it('finds no other door by sending keys that do not matter there', async () => {
    const { ask, decided } = setUp()
    for (let i = 0; i < 500; i += 1) await ask('/tokens/graphql', query, { 'x-api-key': `key ${i}` })
    expect(decided()).toBe(120)
  })

  it.each([
    ['another address', '/tokens/graphql', query, { address: '10.0.0.2' }],
    ['another interface', '/yield/tvl', { pool_address: PRICE_BODY.userAddress, chain: 'ethereum' }, {}],
  ])('does not block other callers: %s', async (_, path, body, who) => {
    const { ask } = setUp()
    for (let i = 0; i < 500; i += 1) await ask('/tokens/graphql', query)
    expect((await ask(path, body, who)).status).toBe(200)
  })

  it('with a key or without one, does not affect callers with another key', async () => {
    const { ask } = setUp()
    const price = (key?: string) =>
      ask('/router/v1/price', PRICE_BODY, key === undefined ? {} : { 'x-api-key': key })
    for (let i = 0; i < 100; i += 1) {
      await price()
      await price('dev-basic')
    }
    expect([(await price()).status, (await price('dev-basic')).status]).toEqual([429, 429])
    expect((await price('dev-enterprise')).status).toBe(200)
  })

  it('still allows requests to endpoints within their limits', async () => {
    const { ask, app } = setUp()
    for (let i = 0; i < 500; i += 1) await ask('/tokens/graphql', query)
    const preflight = new Request('http://service.test/tokens/graphql', {
      method: 'OPTIONS',
      headers: { origin: ORIGIN },
    })
    expect((await app.fetch(preflight, { address: '10.0.0.1' })).status).toBe(204)
  })
})

function setUp() {
  let decisions = 0
  let now = 0
  const keys = createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' }))
  const access = createAccess({ keys, nowMs: () => now })
  const metrics = createMetrics({ chains: [] })
  const { app, logged } = createTestApp({
    metrics,
    nowMs: () => now,
    yields: createFixtureYields(),
    access: {
      ...access,
      tokens(caller) {
        decisions += 1
        return access.tokens(caller)
      },
    },
  })
  return {
    app,
    logged,
    metrics,
    decided: () => decisions,
    wait(ms: number) {
      now += ms
    },
    async ask(
      path: string,
      body: unknown,
      { address = '10.0.0.1', ...headers }: Record<string, string> = {},
    ) {
      const request = new Request(`http://service.test${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
        body: JSON.stringify(body),
      })
      const answer = await app.fetch(request, { address })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
  }
}
