import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  searchTokensRequestFixture,
  tokensByTypeRequestFixture,
  tokensRequestFixture,
} from '../../wire/fixtures/tokens-fixtures.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createTestApp } from '../testing/test-app.ts'

const page = 'tokens(chain: "ethereum") { total }'

describe('POST /tokens/graphql', () => {
  it.each([tokensRequestFixture, tokensByTypeRequestFixture, searchTokensRequestFixture])(
    'answers $operationName',
    async (request) => {
      const response = await createTestApp().post('/tokens/graphql', request)
      expect(response.status).toBe(200)
      const { data, errors } = await response.json()
      expect(errors).toBeUndefined()
      expect(data[request.operationName].items.length).toBeGreaterThan(0)
    },
  )

  it('accepts a search for the standard of a token, as public clients send it', async () => {
    const query = '{ searchTokens(chain: "ethereum", pattern: "USDC") { items { tokenAddress standard } } }'
    const { data, errors } = await (await createTestApp().post('/tokens/graphql', { query })).json()
    expect(errors).toBeUndefined()
    expect(data.searchTokens.items[0]).toMatchObject({ standard: 'ERC20' })
  })

  it('uses the newer media type on request', async () => {
    const accept = 'application/graphql-response+json'
    const response = await createTestApp().post('/tokens/graphql', tokensRequestFixture, { accept })
    expect(response.headers.get('content-type')).toContain(accept)
  })

  it('supports introspection, because the schema is public', async () => {
    const response = await createTestApp().post('/tokens/graphql', { query: getIntrospectionQuery() })
    expect(await response.json()).not.toHaveProperty('errors')
  })

  it.each([
    ['an unsupported chain', '{ tokens(chain: "moon") { total } }', 'UNSUPPORTED_CHAIN'],
    ['a limit of 0', '{ tokens(chain: "ethereum", limit: 0) { total } }', 'BAD_USER_INPUT'],
    ['an unknown type', '{ tokensByType(chain: "ethereum", tokenType: "x") { total } }', 'BAD_USER_INPUT'],
    ['an unknown field', '{ tokens(chain: "ethereum") { owner } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a mutation', 'mutation { mint }', 'BAD_USER_INPUT'],
  ])('says no to %s with a code', async (_, query, code) => {
    const response = await createTestApp().post('/tokens/graphql', { query })
    const { errors } = await response.json()
    expect(errors[0].extensions.code).toBe(code)
    expect(JSON.stringify(errors)).not.toMatch(/stack|service\//)
  })

  it.each([
    ['many tokens', `{ ${page} ${'# \n __typename '.repeat(600)} }`],
    ['aliases', `{ ${times(6, (i) => `a${i}: __typename`)} }`],
    ['a thousand aliases', `{ ${times(1_000, (i) => `a${i}: ${page}`)} }`],
    [
      'a thousand aliases of a field',
      `{ tokens(chain: "ethereum") { ${times(1_000, (i) => `a${i}: total`)} } }`,
    ],
    ['ten megabytes', `{ ${' '.repeat(10_000_000)} }`],
    ['aliased pages', `{ ${times(20, (i) => `a${i}: ${page}`)} }`],
    ['repeated pages', `{ ${times(6, () => page)} }`],
    ['depth', `{ a { b { c { d { e { f { g } } } } } } }`],
    [
      'the schema, many times over',
      `{ __schema { types { ...A } } }
       fragment A on __Type { ${times(18, (i) => `a${i}: fields { type { ...B } }`)} }
       fragment B on __Type { ${times(18, (i) => `b${i}: fields { type { name } }`)} }`,
    ],
    [
      'the schema within itself',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    ],
    ['directives', `{ tokens(chain: "ethereum") { total ${'@skip(if: false) '.repeat(6)} } }`],
    [
      'fragments in fragments',
      `{ tokens(chain: "ethereum") { ...A } }
       ${['A', 'B', 'C', 'D', 'E', 'F'].map((name, i, all) => `fragment ${name} on TokenPage { ${all[i + 1] ? `...${all[i + 1]} `.repeat(8) : 'total'} }`).join('\n')}`,
    ],
    ['broken syntax', '{ tokens('],
    ['nothing', ''],
  ])('refuses %s with 400 before anything is read', async (_, query) => {
    const response = await createTestApp().post('/tokens/graphql', { query })
    expect(response.status).toBe(400)
    const { data, errors } = await response.json()
    expect(data).toBeUndefined()
    expect(errors[0].extensions.code).toMatch(/^(QUERY_TOO_LARGE|GRAPHQL_PARSE_FAILED)$/)
  })

  it('refuses a fragment that spreads itself', async () => {
    const query =
      '{ tokens(chain: "ethereum") { ...A } } fragment A on TokenPage { ...B } fragment B on TokenPage { ...A }'
    const response = await createTestApp().post('/tokens/graphql', { query })
    expect(response.status).toBe(400)
    expect((await response.json()).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  it.each([
    ['a batch', [{ query: '{ __typename }' }, { query: '{ __typename }' }]],
    ['no query', { variables: {} }],
    ['variables that are invalid', { query: '{ __typename }', variables: 7 }],
  ])('refuses %s', async (_, body) => {
    const response = await createTestApp().post('/tokens/graphql', body)
    expect(response.status).toBe(400)
    expect((await response.json()).errors[0].extensions.code).toBe('BAD_REQUEST')
  })

  it('reads no further than its limit of tokens', async () => {
    const broken = `{ ${times(500, () => '__typename')} } ${'query {'.repeat(300)} \u0000`
    const response = await createTestApp().post('/tokens/graphql', { query: broken })
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual([
      { message: 'The query has too many tokens', extensions: { code: 'QUERY_TOO_LARGE' } },
    ])
  })

  it.each([true, false])(
    'reads at most its limit of a body of ten megabytes, with its length sent: %s',
    async (isTold) => {
      let read = 0
      const body = new ReadableStream({
        pull(controller) {
          read += 64 * 1024
          controller.enqueue(new Uint8Array(64 * 1024).fill(32))
        },
      })
      const headers = {
        'content-type': 'application/json',
        ...(isTold && { 'content-length': '10000000' }),
      }
      const request = new Request('http://service.test/tokens/graphql', {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      const response = await createTestApp().app.fetch(request)
      expect(response.status).toBe(400)
      expect((await response.json()).errors).toEqual([
        { message: 'The query has too many bytes', extensions: { code: 'QUERY_TOO_LARGE' } },
      ])
      // A stream buffers one piece before it has a reader.
      expect(read).toBeLessThanOrEqual(64 * 1024 * (isTold ? 1 : 4))
    },
  )

  it('rejects a flood of large bodies unread, and keeps serving other callers', async () => {
    const { app } = createTestApp()
    let parsed = 0
    const send = (address: string, query: string) => {
      const body = JSON.stringify({ query })
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
      const request = new Request('http://service.test/tokens/graphql', { method: 'POST', headers, body })
      const read = request.arrayBuffer.bind(request)
      request.arrayBuffer = () => {
        parsed += 1
        return read()
      }
      return app.fetch(request, { address })
    }
    const statuses: number[] = []
    for (let i = 0; i < 400; i += 1) {
      statuses.push((await send('10.0.0.66', `{ ${'tokens '.repeat(18_000)}}`)).status)
      if (i % 40 === 0) expect((await send('10.0.0.1', `{ ${page} }`)).status).toBe(200)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(300)
    expect(parsed).toBe(10)
  })

  it('is unavailable, for a moment, until the first block is read', async () => {
    const chain = { ...createLiteralChain(), snapshot: () => undefined }
    const response = await createTestApp({ chains: [chain] }).post('/tokens/graphql', tokensRequestFixture)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect((await response.json()).errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('does not query the catalogue for a rejected query', async () => {
    let asked = 0
    const count = async () => {
      asked += 1
      return { items: [], total: 0, hasMore: false }
    }
    const catalogue = { tokens: count, tokensByType: count, searchTokens: count }
    const { post } = createTestApp({ catalogue })
    for (const count of [20, 1_000]) {
      await post('/tokens/graphql', { query: `{ ${times(count, (i) => `a${i}: ${page}`)} }` })
      // Some operations are valid and some exceed the limit, whichever is selected.
      const operations = `query one { ${page} } query all { ${times(count, () => page)} }`
      await post('/tokens/graphql', { query: operations, operationName: 'one' })
    }
    await post('/tokens/graphql', {
      query: `{ ${page} ...A } fragment A on Query { ...B } fragment B on Query { ...A }`,
    })
    expect(asked).toBe(0)
    await post('/tokens/graphql', { query: `{ ${page} }` })
    expect(asked).toBe(1)
  })

  it('has the schema that was published', async () => {
    const response = await createTestApp().post('/tokens/graphql', { query: getIntrospectionQuery() })
    const schema = buildClientSchema((await response.json()).data)
    await expect(`${printSchema(schema)}\n`).toMatchFileSnapshot('./tokens-schema.graphql')
  })

  it('is limited for each address', async () => {
    const { post } = createTestApp()
    const statuses = []
    for (let i = 0; i < 101; i += 1)
      statuses.push((await post('/tokens/graphql', { query: '{ __typename }' })).status)
    expect(statuses.slice(99)).toEqual([200, 429])
  })
})

function times(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(' ')
}
