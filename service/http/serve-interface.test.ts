import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { yieldErrorSchema } from '../../wire/yield.ts'
import type { KeyStore } from '../access/api-key.ts'
import { createAccess } from '../access/create-access.ts'
import { unavailable } from '../lib/service-error.ts'
import { chainConfig, createLiteralChain } from '../testing/literal-chain.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const key = { 'x-api-key': 'dev-enterprise' }

describe('the app', () => {
  it('answers prices and quotes in the envelope', async () => {
    const { post, asked } = createTestApp()
    for (const path of ['/router/v1/price', '/router/v1/quote']) {
      const response = await post(path, PRICE_BODY, key)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ statusCode: 200, result: { routingFee: '0' } })
    }
    expect(asked).toMatchObject([{ orderType: 'SELL', inputAmount: '1000000000000000000' }, {}])
  })

  it('reads an amount that is a JSON integer from its own digits, as real clients write it', async () => {
    const { post, asked } = createTestApp()
    const body = JSON.stringify({ ...PRICE_BODY, inputAmount: 'X' }).replace('"X"', '1000000000000000000001')
    expect((await post('/router/v1/price', body, key)).status).toBe(200)
    expect(asked).toMatchObject([{ inputAmount: '1000000000000000000001' }])
  })

  it.each([
    ['GET', '/router/v1/price', 405, { statusCode: 405, error: 'Method not allowed' }],
    ['DELETE', '/rates', 405, { statusCode: 405, error: 'Method not allowed' }],
    ['GET', '/tokens/graphql?query={__typename}', 405, { errors: [{ message: 'Method not allowed' }] }],
    ['POST', '/router/v2/price', 404, { statusCode: 404, error: 'Not found' }],
    ['GET', '/nowhere', 404, { statusCode: 404, error: 'Not found' }],
    ['GET', '/yield/nowhere', 404, { success: false, error: 'Not found' }],
  ])('answers %s %s with %i in the words of its interface', async (method, path, status, body) => {
    const response = await createTestApp().app.fetch(new Request(`http://service.test${path}`, { method }))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })
})

describe('an interface on a port of its own', () => {
  it.each([
    ['router', '/v1/price', PRICE_BODY],
    ['tokens', '/graphql', { query: '{ __typename }' }],
    ['rates', '/', [getPair()]],
  ] as const)('serves %s alone at the root', async (mount, path, body) => {
    const { post, get } = createTestApp({ mount })
    expect((await post(path, body, key)).status).toBe(200)
    expect((await get('/healthz')).status).toBe(200)
    expect((await post(`/${mount}${path}`, body, key)).status).toBe(404)
  })
})

describe('the yield interface', () => {
  it('says that it is not there, in its own words', async () => {
    const response = await createTestApp().post('/yield/historical-apy', {})
    expect(response.status).toBe(503)
    expect(v.parse(yieldErrorSchema, await response.json())).toEqual({
      success: false,
      error: 'The yield interface is not served by this deployment',
      error_type: 'startup_error',
      step: 'initialization_failed',
      request_id: response.headers.get('x-request-id'),
    })
  })
})

describe('/healthz', () => {
  it('is up, degraded or down as its chains are', async () => {
    const chains = [createLiteralChain(), createLiteralChain({ name: 'base', id: 31338 })]
    const { get } = createTestApp({ chains })
    const health = async () => {
      const response = await get('/healthz')
      return [response.status, (await response.json()).status]
    }
    expect(await health()).toEqual([200, 'up'])
    chains[0]?.setStale(true)
    expect(await health()).toEqual([200, 'degraded'])
    chains[1]?.setStale(true)
    expect(await health()).toEqual([503, 'down'])
  })

  it('counts a chain without a pool of any exchange as one without a fresh block, and names the sources', async () => {
    const chains = [createLiteralChain(), createLiteralChain({ name: 'base', id: 31338 })]
    const { get } = createTestApp({ chains })
    chains[0]?.advance([])
    const degraded = await get('/healthz')
    expect(degraded.status).toBe(200)
    expect(await degraded.json()).toMatchObject({
      status: 'degraded',
      problems: ['ethereum: no pools of uniswap-v2'],
      chains: [
        { chainID: 'ethereum', isStale: false, missingModules: ['uniswap-v2'] },
        { chainID: 'base', missingModules: [] },
      ],
    })
    chains[1]?.setStale(true)
    const down = await get('/healthz')
    expect(down.status).toBe(503)
    expect(await down.json()).toMatchObject({
      status: 'down',
      problems: ['ethereum: no pools of uniswap-v2', 'base: no recent block'],
    })
  })

  it('is down where its only chain has no pool of any exchange', async () => {
    const { get, chain } = createTestApp()
    chain.advance([])
    const response = await get('/healthz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      status: 'down',
      problems: ['ethereum: no pools of uniswap-v2'],
    })
  })

  it('says how far the discovery of pools is, and when it will be done', async () => {
    const progress = { block: 500, toBlock: 10_000, blocksPerSecond: 100, secondsLeft: 95 }
    const chain = { ...createLiteralChain(), isStale: () => true, discovery: () => progress }
    const response = await createTestApp({ chains: [chain] }).get('/healthz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      problems: ['ethereum: discovering pools, block 500 of 10000, about 95 s left'],
      chains: [{ discovery: progress }],
    })
  })

  it('is degraded where one of several exchanges has no pools', async () => {
    const [source] = chainConfig('ethereum', 31337).sources
    const sources = [source!, { ...source!, index: 1, module: 'sushiswap-v2' }]
    const { get } = createTestApp({ chains: [createLiteralChain({ config: { sources } })] })
    const response = await get('/healthz')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'degraded',
      problems: ['ethereum: no pools of sushiswap-v2'],
    })
  })

  it('is down while no API keys can be read, unless nothing it serves takes one', async () => {
    const keys: KeyStore = {
      find() {
        throw unavailable()
      },
      isReadable: () => false,
    }
    const access = createAccess({ keys, nowMs: () => 0 })
    const response = await createTestApp({ access }).get('/healthz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'down', problems: ['API keys cannot be read'] })
    expect((await createTestApp({ access, mount: 'tokens' }).get('/healthz')).status).toBe(200)
  })
})

function getPair() {
  return {
    domestic_blockchain: 'ethereum',
    domestic_token: PRICE_BODY.inputToken,
    foreign_blockchain: 'ethereum',
    foreign_token: PRICE_BODY.outputToken,
  }
}
