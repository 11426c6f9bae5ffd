import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SETTLEMENT, USDC, WETH } from '../../wire/fixtures/addresses.ts'
import {
  liquidityResponseFixture,
  priceRequestFixture,
  priceResultFixture,
  quoteResultFixture,
} from '../../wire/fixtures/router-fixtures.ts'
import { tokenPageFixture, tokensErrorFixture } from '../../wire/fixtures/tokens-fixtures.ts'
import {
  dilutedApyRequestFixture,
  dilutedYieldFixture,
  historicalApyRequestFixture,
  historicYieldFixture,
  tvlFixture,
  tvlRequestFixture,
  yieldErrorFixture,
} from '../../wire/fixtures/yield-fixtures.ts'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { RatePair } from '../../wire/rates.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { createClients } from './create-clients.ts'
import type { Clients } from './types.ts'

let service: FixtureService
let clients: Clients
let apiKey: string | undefined = 'dev-basic'

beforeAll(async () => {
  service = await startFixtureService()
  clients = createClients(() => ({ ...service.config(), apiKey }))
})
afterAll(() => service.close())
beforeEach(() => {
  service.requests.length = 0
})

describe('router', () => {
  it('requests a price with the key and returns the result', async () => {
    const { value, requestId } = await clients.router.price(priceRequestFixture)
    expect(value).toEqual(priceResultFixture)
    expect(requestId).toBeDefined()
    expect(service.requests[0]?.headers['x-api-key']).toBe('dev-basic')
  })

  it('rejects an output of 0 with NO_ROUTE, because its loss would be unknown and pass every limit', async () => {
    const own = await startFixtureService()
    const result = { ...priceResultFixture, effectiveOutputAmount: '0' }
    own.answer('/router/v1/price', () => ({ body: { statusCode: 200, result } }))
    const { router } = createClients(() => own.config())
    await expect(router.price(priceRequestFixture)).rejects.toMatchObject({ code: 'NO_ROUTE' })
    await own.close()
  })

  it('retries without disabled modules that the service no longer has', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const knows = (id: string) => ['uniswap_v2', 'uniswap-v3'].includes(id)
    const refuse = { status: 400, body: { statusCode: 400, error: 'Invalid modulesDisabled provided' } }
    const own = await startFixtureService()
    own.answer('/router/v1/price', ({ body }) =>
      body.modulesDisabled.every(knows) ? { body: { statusCode: 200, result: priceResultFixture } } : refuse,
    )
    own.answer('/router/liquidity', () => ({ body: liquidityResponseFixture }))
    const { router } = createClients(() => own.config())
    const { modulesFilter: _, ...request } = priceRequestFixture
    const ask = (...modulesDisabled: string[]) => router.price({ ...request, modulesDisabled })
    await expect(ask('curve', 'uniswap_v2')).resolves.toMatchObject({
      value: priceResultFixture,
    })
    expect(own.requests.at(-1)?.body.modulesDisabled).toEqual(['uniswap_v2'])
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/no module curve.*documentation: reference\/config.html#routing/),
    )
    own.requests.length = 0
    await ask('curve', 'uniswap_v2')
    expect(own.requests.map(({ path, body }) => [path, body.modulesDisabled])).toEqual([
      ['/router/v1/price', ['uniswap_v2']],
    ])

    // A disabled module that is temporarily unlisted is not used either: no request may include it.
    own.answer('/router/liquidity', () => ({
      body: {
        chains: [{ chainID: 'ethereum', networkID: 31337 }],
        liquidityModules: { ethereum: ['uniswap-v2'] },
      },
    }))
    await expect(ask('curve', 'uniswap-v3')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    own.answer('/router/liquidity', () => ({ status: 404, body: {} }))
    await expect(ask('curve')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await own.close()
    warn.mockRestore()
  })

  it.each([
    ['no module', []],
    ['modules of an unknown format', [{ venue: 'foo' }]],
    ['a display name instead of the id', ['Foo DEX']],
    ['other capitals', ['FOO_DEX']],
    ['a module that is not listed', ['uniswap-v3', 'bar']],
  ])('rejects a response with %s after a retry without the disabled module', async (_, liquidityModules) => {
    const own = await startFixtureService()
    for (const path of ['price', 'quote']) {
      own.answer(`/router/v1/${path}`, ({ body }) =>
        body.modulesDisabled.length === 0
          ? { body: { statusCode: 200, result: { ...quoteResultFixture, liquidityModules } } }
          : { status: 400, body: { statusCode: 400, error: 'Invalid modulesDisabled provided' } },
      )
    }
    own.answer('/router/liquidity', () => ({ body: liquidityResponseFixture }))
    const { router } = createClients(() => own.config())
    const { modulesFilter: _filter, ...fixture } = priceRequestFixture
    const request = { ...fixture, modulesDisabled: ['foo-dex'] }
    await expect(router.price(request)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await expect(router.quote(request)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await own.close()
  })

  it('parses a quote with and without its envelope', async () => {
    const enveloped = await clients.router.quote(priceRequestFixture)
    service.answer('/router/v1/quote', () => ({ body: quoteResultFixture }))
    const bare = await clients.router.quote(priceRequestFixture)
    expect(bare.value).toEqual(enveloped.value)
  })
})

describe('tokens', () => {
  it('sends one named query and returns its page, without a key', async () => {
    await expect(clients.tokens.tokens({ chain: 'ethereum' })).resolves.toEqual(tokenPageFixture)
    expect(service.requests[0]).toMatchObject({
      body: { operationName: 'tokens', variables: { chain: 'ethereum' } },
    })
    expect(service.requests[0]?.headers['x-api-key']).toBeUndefined()
  })

  it('rejects a GraphQL error in a 200 response', async () => {
    service.answer('/tokens/graphql', () => ({ body: tokensErrorFixture }))
    await expect(clients.tokens.tokens({ chain: 'moon' })).rejects.toMatchObject({
      code: 'CATALOGUE_REFUSED',
      retryable: false,
      details: expect.stringContaining('moon'),
    })
  })

  it.each([
    [{ status: 503, body: {} }, 'CATALOGUE_UNAVAILABLE'],
    [{ status: 400, body: {} }, 'CATALOGUE_REFUSED'],
    [
      { body: { errors: [{ message: 'limit', extensions: { code: 'BAD_USER_INPUT' } }] } },
      'CATALOGUE_REFUSED',
    ],
    [{ body: { errors: [{ message: 'later' }] } }, 'CATALOGUE_UNAVAILABLE'],
    [{ body: { data: { tokens: 1 } } }, 'CATALOGUE_UNAVAILABLE'],
    [{ status: 403, body: {} }, 'FORBIDDEN'],
    [{ status: 429, body: {} }, 'RATE_LIMITED'],
    [{ status: 504, body: {} }, 'TIMEOUT'],
  ])('reports errors of the catalogue instead of the price service: %j is %s', async (answer, code) => {
    service.answer('/tokens/graphql', () => answer)
    await expect(clients.tokens.tokens({ chain: 'ethereum' })).rejects.toMatchObject({
      code,
      message: expect.not.stringContaining('price service'),
      supportId: expect.any(String),
    })
  })

  it('rejects with the reason of the signal, even if the reason has the code of a service error', async () => {
    const reason = { code: 'INVALID_REQUEST' }
    const call = clients.tokens.tokens({ chain: 'ethereum' }, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
  })
})

describe('rates', () => {
  const pairs = [NATIVE_TOKEN, WETH].map((token) => ({
    domestic_blockchain: 'ethereum',
    domestic_token: token,
    foreign_blockchain: 'ethereum',
    foreign_token: USDC,
  }))

  it('keeps the order and returns an unknown price as null', async () => {
    const rates = await clients.rates.rates(pairs)
    expect(rates.map(({ price }) => price)).toEqual([3_000, null])
  })

  it('returns an absent, null or zero price as null', async () => {
    service.answer('/rates/', ({ body }) => ({
      body: [{ ...body[0], price: 0 }, { ...body[1] }],
    }))
    const rates = await clients.rates.rates(pairs)
    expect(rates.map(({ price }) => price)).toEqual([null, null])
  })

  it.each<[string, (pair: RatePair) => Partial<RatePair>]>([
    ['another token', (pair) => ({ ...pair, domestic_token: SETTLEMENT })],
    ['another quote token', (pair) => ({ ...pair, foreign_token: WETH })],
    ['another chain', (pair) => ({ ...pair, domestic_blockchain: 'base' })],
    ['another quote chain', (pair) => ({ ...pair, foreign_blockchain: 'base' })],
    ['no pair', () => ({})],
  ])('returns null for a rate with %s, under the requested pair', async (_, echo) => {
    service.answer('/rates/', ({ body }) => ({
      body: [
        { ...echo(body[0]), price: 3_000 },
        { ...body[1], price: 2_999 },
      ],
    }))
    expect(await clients.rates.rates(pairs)).toEqual([
      { ...pairs[0], price: null },
      { ...pairs[1], price: 2_999 },
    ])
  })

  it('returns null for rates in another order than requested', async () => {
    service.answer('/rates/', ({ body }) => ({
      body: [
        { ...body[1], price: 2_999 },
        { ...body[0], price: 3_000 },
      ],
    }))
    expect((await clients.rates.rates(pairs)).map(({ price }) => price)).toEqual([null, null])
  })

  it('accepts an echo in other letter case, and the native token as the zero address', async () => {
    service.answer('/rates/', ({ body }) => ({
      body: body.map((pair: RatePair) => ({
        domestic_blockchain: 'Ethereum',
        domestic_token:
          pair.domestic_token === NATIVE_TOKEN ? ZERO_ADDRESS : pair.domestic_token.toLowerCase(),
        foreign_blockchain: 'ETHEREUM',
        foreign_token: pair.foreign_token.toLowerCase(),
        price: '3000.5',
      })),
    }))
    expect(await clients.rates.rates(pairs)).toEqual(pairs.map((pair) => ({ ...pair, price: 3000.5 })))
  })

  it('rejects a response of another length', async () => {
    service.answer('/rates/', ({ body }) => ({ body: [{ ...body[0], price: 1 }] }))
    await expect(clients.rates.rates(pairs)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  it('sends no request for no pairs', async () => {
    await expect(clients.rates.rates([])).resolves.toEqual([])
    expect(service.requests).toHaveLength(0)
  })

  it('sends no key without one', async () => {
    apiKey = undefined
    service.answer('/rates/', ({ body }) => ({ body }))
    await clients.rates.rates(pairs)
    expect(service.requests[0]?.headers).not.toHaveProperty('x-api-key')
  })
})

describe('yields', () => {
  it('requests historical APY, diluted APY and TVL without a key', async () => {
    apiKey = 'dev-basic'
    await expect(clients.yields.historicalApy(historicalApyRequestFixture)).resolves.toEqual(
      historicYieldFixture,
    )
    await expect(clients.yields.dilutedApy(dilutedApyRequestFixture)).resolves.toEqual(dilutedYieldFixture)
    await expect(clients.yields.tvl(tvlRequestFixture)).resolves.toEqual(tvlFixture)
    expect(service.requests.map(({ body }) => body)).toEqual([
      historicalApyRequestFixture,
      dilutedApyRequestFixture,
      tvlRequestFixture,
    ])
    expect(service.requests[0]?.headers).not.toHaveProperty('x-api-key')
  })

  it('parses the same fields at top level', async () => {
    service.answer('/yield/historical-apy', () => ({ body: { success: true, ...historicYieldFixture } }))
    await expect(clients.yields.historicalApy(historicalApyRequestFixture)).resolves.toEqual(
      historicYieldFixture,
    )
  })

  it.each([
    [422, 'INVALID_REQUEST'],
    [404, 'INVALID_REQUEST'],
    [200, 'INVALID_RESPONSE'],
  ])('rejects status %i with its error code', async (status, code) => {
    service.answer('/yield/tvl', () => ({ status, body: yieldErrorFixture }))
    await expect(clients.yields.tvl(tvlRequestFixture)).rejects.toMatchObject({ code })
  })

  it('sends no request without a yieldUrl', async () => {
    const without = createClients(() => ({ ...service.config(), yieldUrl: undefined }))
    expect([clients.yields.isConfigured(), without.yields.isConfigured()]).toEqual([true, false])
    await expect(without.yields.tvl(tvlRequestFixture)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    expect(service.requests).toHaveLength(0)
  })
})
