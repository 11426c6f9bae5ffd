import { describe, expect, it } from 'vitest'
import { findSchemaProblems } from '../../wire/testing/json-schema.ts'
import { createMemoryKeyStore } from '../access/api-key.ts'
import { createAccess } from '../access/create-access.ts'
import { devKeys } from '../access/dev-keys.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { type Maker, makeValue, type Schema, spoilValue } from '../testing/make-value.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createRandom } from '../testing/seeded-tokens.ts'
import { createTestApp } from '../testing/test-app.ts'
import { describeRest, type OpenApiOperation } from './openapi.ts'

const SEED = 20_260_101
const EACH = 150

const operations = Object.entries(describeRest().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe.each(operations)('$method $path, as documented', ({ path, method, operation }) => {
  const { app, call } = setUp()
  const body = operation.requestBody?.content['application/json'].schema as Schema | undefined

  it('answers what fits its schema, and never with 500', async () => {
    const maker = getMaker(SEED)
    const statuses: number[] = []
    for (let i = 0; i < (body ? EACH : 5); i += 1) {
      const value = body && makeValue(body, maker)
      if (body) expect(findSchemaProblems(body, value)).toEqual([])
      const response = await call({ path, method, body: value, key: 'dev-enterprise' })
      await expectDocumented(operation, response, value)
      statuses.push(response.status)
    }
    // A rule between fields, or one no schema can say, may still refuse it.
    expect(statuses.filter((status) => ![200, 400, 422].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(statuses.length / 10)
  })

  it('answers strange keys, origins, bodies and types in documented words', async () => {
    const headers = [
      {},
      { origin: 'null' },
      { origin: 'https://elsewhere.example' },
      { 'content-type': 'text/plain' },
    ]
    for (const key of [undefined, '', 'dev-nobody', 'dev-origin', 'dev-basic', 'x'.repeat(500)]) {
      for (const more of headers) {
        for (const text of ['', '{', 'null', '[]', '{"__proto__":1}', ' '.repeat(20_000), '\ufeff{}']) {
          const response = await call({ path, method, text, key, headers: more })
          await expectDocumented(operation, response, { key, more, text: text.slice(0, 20) })
        }
      }
    }
  })

  it('is in the only document, under the server it names', async () => {
    const at = 'http://service.test/openapi.json'
    const { paths, servers } = await (await app.fetch(new Request(at))).json()
    expect(paths[path][method].operationId).toBe(operation.operationId)
    expect(new URL(path.slice(1), new URL(servers[0].url, at)).pathname).toBe(path)
  })
})

describe.each(operations.filter(({ operation }) => operation.requestBody))(
  'what does not fit $path',
  ({ path, method, operation }) => {
    it('is refused in documented words', async () => {
      const { call } = setUp()
      const body = (operation.requestBody?.content['application/json'].schema ?? {}) as Schema
      const maker = getMaker(SEED + 1)
      let refused = 0
      for (let i = 0; i < EACH; i += 1) {
        const value = spoilValue(makeValue(body, maker), maker)
        const response = await call({ path, method, body: value, key: 'dev-enterprise' })
        await expectDocumented(operation, response, value)
        // The service must reject what the schema forbids. A rule between fields may reject more.
        const problems = findSchemaProblems(body, asRead(value))
        if (problems.length > 0) {
          refused += 1
          expect([400, 422], problems.join()).toContain(response.status)
        }
      }
      expect(refused).toBeGreaterThan(EACH / 3)
    })
  },
)

it('each interface describes itself where it is served alone', () => {
  expect(Object.keys(describeRest('rates').paths)).toEqual(['/', '/chains'])
  expect(Object.keys(describeRest('router').paths)).toEqual([
    '/v1/price',
    '/v1/quote',
    '/liquidity',
    '/private-rpcs',
  ])
})

/**
 * Replaces values as the service reads them: a number that is not plain digits is invalid, and null
 * is absent in optional fields.
 */
function asRead(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, typeof field === 'number' && !/^\d+$/.test(String(field)) ? {} : field]),
  )
}

async function expectDocumented(operation: OpenApiOperation, response: Response, about: unknown) {
  const text = JSON.stringify(about)?.slice(0, 300)
  const documented = operation.responses[String(response.status)]
  expect(documented, `status ${response.status} for ${text}`).toBeDefined()
  expect(response.status, text).not.toBe(500)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  const schema = documented?.content['application/json'].schema as Schema
  expect(findSchemaProblems(schema, await response.json()), `${response.status} for ${text}`).toEqual([])
}

function getMaker(seed: number): Maker {
  const hints = { chainID: ['ethereum', 'ETHEREUM'], chain: ['ethereum', 'base', 'bsc'] }
  return { random: createRandom(seed), hints }
}

interface Call {
  path: string
  method: string
  body?: unknown
  text?: string
  key?: string | undefined
  headers?: Record<string, string>
}

function setUp() {
  const keys = createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' }))
  const unlimited = { perSecond: 1e6, burst: 1e6 }
  const anonymous = { rates: unlimited, tokens: unlimited, yields: unlimited }
  const { app } = createTestApp({
    access: createAccess({ keys, nowMs: () => 0, anonymous }),
    yields: createFixtureYields(),
  })
  const call = ({ path, method, body, text, key, headers }: Call) =>
    app.fetch(
      new Request(`http://service.test${path}`, {
        method: method.toUpperCase(),
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { 'x-api-key': key }),
          ...headers,
        },
        ...(method === 'post' && { body: text ?? JSON.stringify(body ?? PRICE_BODY) }),
      }),
    )
  return { app, call }
}
