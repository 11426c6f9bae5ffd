import { Writable } from 'node:stream'
import { createPublicClient, HttpRequestError, http, UnknownRpcError } from 'viem'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/testing/free-port.ts'
import { type ApiKey, hashApiKey } from '../access/api-key.ts'
import { OverBudgetError } from '../chain/rpc/rpc-errors.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createLogger } from './logger.ts'
import { plainFields } from './plain-fields.ts'

describe('log', () => {
  it('has a line for each request without keys, accounts and headers', async () => {
    const { logger, written } = listened()
    const keys = ['sk_live_known', 'sk_live_unknown']
    const known: ApiKey = {
      id: 'the-first',
      hash: hashApiKey('sk_live_known'),
      tier: 'enterprise',
      origins: [],
      browserOnly: false,
      uniquePids: [],
      maxPartnerFeeBps: 1000,
    }
    const { post } = createTestApp({ logger, keys: [known] })
    for (const key of keys)
      await post('/router/v1/price', PRICE_BODY, { 'x-api-key': key, cookie: 'c=secret' })
    await post('/router/v1/price', '{"inputAmount": "\\nforged line"', { 'x-api-key': 'sk_live_known' })

    const lines = written()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatchObject({ msg: 'request', route: 'router /v1/price' })
    for (const secret of [...keys, PRICE_BODY.userAddress, 'secret', 'forged']) {
      expect(written().toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  it('redacts secrets that code passes by mistake', () => {
    const { logger, written } = listened()
    logger.warn({ caller: { apiKey: 'k1', userAddress: 'k2' }, headers: { 'x-api-key': 'k3' } }, 'mistake')
    expect(written()).not.toMatch(/k1|k2|k3/)
  })
})

describe('log line', () => {
  const KEY = 'k3y-0123456789abcdef'

  it.each([
    [`https://node.example/v2/${KEY}`, 'node.example'],
    [
      `reached https://node.example:8545/${KEY}?a=${KEY}#${KEY}, then gave up`,
      'reached node.example:8545, then gave up',
    ],
    [`WSS://me:${KEY}@node.example/${KEY}`, 'node.example'],
    [`postgres://me:${KEY}@db:5432/sluice`, 'db:5432'],
    [`redis://:${KEY}@cache`, 'cache'],
    [`https://me:12/${KEY}@node.example`, '[address]'],
    [`https://node.example/it's-${KEY}<>\\${KEY}`, 'node.example'],
    [`{"url":"https://node.example/${KEY}","ok":false}`, '{"url":"node.example","ok":false}'],
    [
      `at\nhttps://node.example/${KEY}\n  at file:///app/main.ts:1:2`,
      'at\nnode.example\n  at file:///app/main.ts:1:2',
    ],
  ])('contains only the host of an address: %s', (text, shown) => {
    const { logger, written } = listened()
    logger.warn({ error: text, deep: { list: [text, { [text]: 1 }] } }, text)
    expect(JSON.parse(written())).toMatchObject({
      error: shown,
      deep: { list: [shown, { [shown]: 1 }] },
      msg: shown,
    })
    expect(written()).not.toContain(KEY)
  })

  it('contains no key of a known address in any text', () => {
    const { logger, written } = listened([
      `https://me:${KEY}1@node.example/eth/mainnet/${KEY}?key=${KEY}%202`,
    ])
    logger.error({ error: `Cannot POST /eth/mainnet/${KEY}` }, `${KEY}1 and ${KEY} 2`)
    expect(JSON.parse(written())).toMatchObject({
      error: 'Cannot POST /eth/mainnet/[redacted]',
      msg: '[redacted] and [redacted]',
    })
  })

  it.each([
    `node.example/v2/${KEY}`,
    `"https://node.example/v2/${KEY}"`,
    `'https://node.example/v2/${KEY}'`,
    `me:${KEY}@node.example`,
    `me:a/${KEY}@node.example`,
    `https://me:12/${KEY}@node.example`,
    `node.example?apikey=${KEY}`,
    `https://node .example/${KEY}`,
    `https://node.example/#${KEY}`,
    `https://node.example/v2/${KEY}; https://b.example/${KEY}`,
  ])('contains no key of a known address that is not a URL: %s', (address) => {
    const { logger, written } = listened([address])
    logger.error(
      { error: `Cannot POST /v2/${KEY}` },
      `Invalid URL: ${address}; connect ECONNREFUSED node.example`,
    )
    expect(written()).toContain('connect ECONNREFUSED node.example')
    expect(written()).not.toContain(KEY)
  })

  it.each([
    ['https://0123456789abcdef0123456789abcdef.eth.node.example/', '[redacted].eth.node.example'],
    ['https://k3y.0123456789ABCDEF_k3y.node.example/', 'k3y.[redacted].node.example'],
    ['https://123e4567-e89b-12d3-a456-426614174000.node.example/', '[redacted].node.example'],
    [
      'https://ethereum-mainnet-0.core-nodes-internal.example:8545/',
      'ethereum-mainnet-0.core-nodes-internal.example:8545',
    ],
    ['http://ip-10-0-12-123.eu-west-1.compute.internal/', 'ip-10-0-12-123.eu-west-1.compute.internal'],
    [
      'http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8545/',
      '[2001:db8:1234:5678:9abc:def0:1234:5678]:8545',
    ],
  ])('contains the parts of a host that are not keys: %s', (address, shown) => {
    const { host } = new URL(address)
    const { logger, written } = listened([address])
    logger.warn({ error: `getaddrinfo ENOTFOUND ${host}` }, address.slice(0, -1))
    expect(JSON.parse(written())).toMatchObject({ msg: shown })
    expect(written().includes(host)).toBe(shown === host)
  })

  it('contains no key of a node when an interface fails', async () => {
    const url = `https://user:${KEY}@node.example/v2/${KEY}?token=${KEY}`
    const fail = () => {
      const cause = new Error(`fetch ${url}`)
      const error = new HttpRequestError({
        body: { method: 'eth_call' },
        url,
        details: `cannot reach ${url}`,
        cause,
      })
      // An error with the URL in every field.
      error.message = `${error.message} ${url}`
      error.stack = `${error.stack}\n    at ${url}`
      throw error
    }
    const { logger, written } = listened()
    const { post, get } = createTestApp({
      logger,
      router: { price: fail, quote: fail, liquidity: fail },
      catalogue: { tokens: fail, tokensByType: fail, searchTokens: fail },
      yields: { ...createFixtureYields(), tvl: fail, health: fail },
    })
    const key = { 'x-api-key': 'dev-enterprise' }
    const answers = [
      await post('/router/v1/price', PRICE_BODY, key),
      await post('/router/v1/quote', PRICE_BODY, key),
      await get('/router/liquidity', key),
      await post('/tokens/graphql', { query: '{ tokens(chain: "ethereum") { total } }' }),
      await post('/yield/tvl', { pool_address: PRICE_BODY.userAddress, chain: 'ethereum' }),
      await get('/yield/health-check'),
    ]
    const bodies = (await Promise.all(answers.map((answer) => answer.text()))).join()
    expect(written().split('unexpected error')).toHaveLength(answers.length + 1)
    expect(written()).toContain('HTTP request failed. fetch node.example')
    expect(written()).not.toContain('eth_call')
    expect(written() + bodies).not.toContain(KEY)
  })
})

describe('logged error', () => {
  it('omits the address of the node, which may contain a key', () => {
    const url = 'https://user:pass@node.example/v2/SECRET?token=SECRET'
    const error = new HttpRequestError({ body: { method: 'eth_call' }, url, details: `cannot reach ${url}` })
    const fields = plainFields({ error, retryInMs: 250, ancestor: 7n })
    expect(fields).toEqual({
      error: 'HTTP request failed. cannot reach node.example',
      retryInMs: 250,
      ancestor: '7',
    })
  })

  it('uses the message of the inner error', () => {
    const error = new UnknownRpcError(new OverBudgetError('eth_call'))
    expect(plainFields({ error })).toEqual({ error: 'eth_call exceeds the budget of every node' })
  })

  it('contains the reason of the operating system', async () => {
    const nobody = `127.0.0.1:${await freePort()}`
    const client = createPublicClient({ transport: http(`http://${nobody}/KEY`, { retryCount: 0 }) })
    const error = await client.getChainId().catch((failure: unknown) => failure)
    expect(plainFields({ error })).toEqual({
      error: `HTTP request failed. fetch failed (connect ECONNREFUSED ${nobody})`,
    })
  })
})

function listened(addresses: string[] = []) {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return { logger: createLogger('trace', { destination: stream, addresses }), written: () => text }
}
