import { describe, expect, it } from 'vitest'
import { ratesRequestFixture, ratesResponseFixture } from '../../wire/fixtures/rates-fixtures.ts'
import {
  priceRequestFixture,
  priceResultFixture,
  quoteResultFixture,
} from '../../wire/fixtures/router-fixtures.ts'
import { tokenPageFixture } from '../../wire/fixtures/tokens-fixtures.ts'
import { dilutedYieldFixture, historicYieldFixture, tvlFixture } from '../../wire/fixtures/yield-fixtures.ts'
import { createClients } from './create-clients.ts'

/** The clients of a server with this response to every request. */
function clientsOf(text: string) {
  const origin = 'https://other.test'
  return createClients(
    () => ({ apiKey: 'key', baseUrl: origin, tokensUrl: origin, exchangeRatesUrl: origin, yieldUrl: origin }),
    { fetch: async () => new Response(text, { headers: { 'content-type': 'application/json' } }) },
  )
}

/** JSON in which `"raw:<number>"` is written as the bare number. */
function toText(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"raw:([^"]*)"/g, '$1')
}

const askPrice = async (change: object) => {
  const body = { statusCode: 200, result: { ...priceResultFixture, ...change } }
  return (await clientsOf(toText(body)).router.price(priceRequestFixture)).value
}
const askQuote = async (change: object) => {
  const body = { statusCode: 200, result: { ...quoteResultFixture, ...change } }
  return (await clientsOf(toText(body)).router.quote(priceRequestFixture)).value
}

describe('prices and quotes of other servers', () => {
  it.each([
    ['inputAmount', 1_000, '1000'],
    ['outputAmount', 'raw:9007199254740993', '9007199254740993'],
    ['effectiveOutputAmount', 'raw:1234567890123456789012', '1234567890123456789012'],
    ['minOutputAmount', 'raw:3000.0', '3000'],
    ['value', 0, '0'],
    ['partnerFee', 0, '0'],
    ['routingFee', 0, '0'],
    ['settlementFee', null, undefined],
    ['maxInputAmount', null, undefined],
    ['router', null, undefined],
    ['blockNumber', '42', 42],
    ['inputAmountUSD', 3000.25, '3000.25'],
    ['outputAmountUSD', 'raw:1e-9', '0.000000001'],
    ['outputAmountUSD', '1.0e-12', '0.000000000001'],
    ['gasCostUSD', '2.5e3', '2500'],
    ['feeCostUSD', 'raw:1E+2', '100'],
    ['gasCostUSD', 'NaN', null],
    ['priceImpactBps', {}, null],
    ['priceImpactBps', -1.5, '-1.5'],
    ['surgeValue', 0.12, 1],
    ['surgeValue', '12', 12],
    ['surgeValue', 12, 12],
    ['surgeValue', -0.4, 0],
    ['surgeValue', 'high', null],
    [
      'liquidityModules',
      [{ module: 'curve', name: 'Curve', kind: 'amm', portionBps: '10000', path: [] }],
      [{ module: 'curve', name: 'Curve', kind: 'dex', portionBps: 10_000, path: [] }],
    ],
  ])('parses %s = %j', async (field, value, expected) => {
    expect(Reflect.get(await askPrice({ [field]: value }), field)).toEqual(expected)
    expect(Reflect.get(await askQuote({ [field]: value }), field)).toEqual(expected)
  })

  it.each([
    ['210000', 210_000],
    [210_000.4, 210_001],
    ['2.1e5', 210_000],
    [null, 0],
  ])('parses computationUnits = %j', async (computationUnits, expected) => {
    expect((await askQuote({ computationUnits })).computationUnits).toBe(expected)
  })

  it.each([
    ['inputAmount', 'raw:1e21'],
    ['inputAmount', 'raw:1.5'],
    ['outputAmount', 'raw:4503599627370497.25'],
    ['outputAmount', 'raw:9007199254740993.0'],
    ['minOutputAmount', 'raw:-1'],
    ['effectiveOutputAmount', '1e9'],
    ['value', '1.0'],
    ['outputAmount', null],
    ['outputAmount', true],
  ])('rejects the amount %s = %j with its name', async (field, value) => {
    const details = expect.stringMatching(new RegExp(`${field}: Expected base units as digits`))
    await expect(askPrice({ [field]: value })).rejects.toMatchObject({ code: 'INVALID_RESPONSE', details })
    await expect(askQuote({ [field]: value })).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })
})

describe('tokens of other servers', () => {
  const [token] = tokenPageFixture.items
  const askTokens = async (change: object, page: object = {}) => {
    const tokens = { items: [{ ...token, ...change }], total: 1, hasMore: false, ...page }
    return clientsOf(JSON.stringify({ data: { tokens } })).tokens.tokens({ chain: 'ethereum' })
  }

  it.each([
    [{ name: null }, { name: token?.symbol }],
    [{ name: undefined }, { name: token?.symbol }],
    [{ priority: null }, { priority: 0 }],
    [{ priority: '9.5' }, { priority: 9.5 }],
    [{ priority: undefined }, { priority: 0 }],
    [{ decimals: '6' }, { decimals: 6 }],
    [{ type: null }, { type: 'tradable' }],
    [{ type: 'meme' }, { type: 'tradable' }],
    [{ branding: 'none' }, { branding: null }],
  ])('parses %j', async (change, expected) => {
    expect((await askTokens(change)).items).toMatchObject([expected])
  })

  it('parses a total in a string', async () => {
    expect(await askTokens({}, { total: '1' })).toMatchObject({ total: 1 })
  })

  it.each(['tokensByType', 'searchTokens'] as const)(
    'parses a token without a name, returned by %s',
    async (query) => {
      const page = { items: [{ ...token, name: null }], total: 1, hasMore: false }
      const { tokens } = clientsOf(JSON.stringify({ data: { [query]: page } }))
      const found =
        query === 'tokensByType'
          ? await tokens.tokensByType({ chain: 'ethereum', tokenType: 'stable' })
          : await tokens.searchTokens({ chain: 'ethereum', pattern: 'x' })
      expect(found.items).toMatchObject([{ name: token?.symbol }])
    },
  )
})

it.each([
  ['1.0e-12', 1e-12],
  ['raw:1.0e-12', 1e-12],
  ['3000.5', 3000.5],
  ['raw:0.123456789012345678901', 0.12345678901234568],
  [null, null],
  ['n/a', null],
])('parses rates of other servers with the price %j', async (price, expected) => {
  const [pair] = ratesRequestFixture
  const [rate] = ratesResponseFixture
  const { rates } = clientsOf(toText([{ ...rate, price }])).rates
  expect(await rates(pair ? [pair] : [])).toMatchObject([{ price: expected }])
})

describe('yields of other servers', () => {
  const request = { pool_address: historicYieldFixture.pool_address, chain: 'ethereum' }

  it.each([
    [{ apy: '4.05' }, { apy: 4.05 }],
    [{ apy: 'raw:1.0e-12' }, { apy: 1e-12 }],
    [{ apy: '1.0e-12' }, { apy: 1e-12 }],
    [{ network_id: 1 }, { network_id: '1' }],
  ])('parses %j', async (change, expected) => {
    const historic = toText({ success: true, historic_yield: { ...historicYieldFixture, ...change } })
    expect(await clientsOf(historic).yields?.historicalApy(request)).toMatchObject(expected)
  })

  it('parses an input amount above 2^53 as a number', async () => {
    const diluted = { ...dilutedYieldFixture, input_amount: 'raw:9007199254740993' }
    const { yields } = clientsOf(toText({ success: true, diluted_yield: diluted }))
    const body = { ...request, input_amount: '9007199254740993' }
    expect(await yields?.dilutedApy(body)).toMatchObject({ input_amount: '9007199254740993' })
  })

  it('parses a total value in a string', async () => {
    const { yields } = clientsOf(toText({ success: true, tvl: { ...tvlFixture, tvl: '1.5e6' } }))
    expect(await yields?.tvl(request)).toMatchObject({ tvl: 1_500_000 })
  })
})

it.each([undefined, null])('parses a quote whose `revert` and `blockNumber` are %s', async (absent) => {
  const quote = await askQuote({ revert: absent, blockNumber: absent })
  expect(quote).toMatchObject({ revert: false })
  expect(quote.blockNumber).toBeUndefined()
})

it('keeps a quote that is marked to revert', async () => {
  expect(await askQuote({ revert: true })).toMatchObject({ revert: true })
})
