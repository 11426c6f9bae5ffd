import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { PARTNER, USDC, USER, WETH } from './fixtures/addresses.ts'
import {
  liquidityResponseFixture,
  priceRequestFixture,
  priceResponseFixture,
  priceResultFixture,
  privateRpcsResponseFixture,
  quoteResponseFixture,
  quoteResultFixture,
  statusErrorFixture,
} from './fixtures/router-fixtures.ts'
import { NATIVE_TOKEN, ZERO_ADDRESS } from './lib/address.ts'
import { liquidityResponseSchema } from './liquidity.ts'
import { priceRequestSchema } from './price-request.ts'
import { privateRpcsResponseSchema } from './private-rpcs.ts'
import { quoteResponseSchema } from './quote.ts'
import { priceResponseSchema, statusErrorSchema } from './router.ts'

describe('price request', () => {
  it('is parsed with its defaults and canonical amounts', () => {
    const { inputToken, outputToken, userAddress, outputReceiver, uniquePID } = priceRequestFixture
    const least = { inputToken, outputToken, userAddress, outputReceiver, uniquePID, inputAmount: 1_000 }
    expect(v.parse(priceRequestSchema, least)).toEqual({
      ...least,
      inputAmount: '1000',
      orderType: 'SELL',
      computeEstimate: true,
      computeStable: false,
      surgeProtection: false,
      isPartialFill: false,
      isPermit2: false,
      fastMode: false,
      partnerFee: 0,
      activateSurplusFee: false,
      modulesFilter: [],
      modulesDisabled: [],
      deadlineSeconds: 120,
    })
    expect(v.parse(priceRequestSchema, priceRequestFixture)).toMatchObject({
      partnerFee: 10,
      networkID: 31337,
    })
  })

  it.each(['1', '10', (2n ** 160n - 1n).toString(), 1, Number.MAX_SAFE_INTEGER])(
    'accepts the amount %j',
    (inputAmount) => {
      const request = v.parse(priceRequestSchema, { ...priceRequestFixture, inputAmount })
      expect(request.inputAmount).toBe(String(inputAmount))
    },
  )

  it.each([
    '',
    '0',
    '-0',
    '00',
    '01',
    '+1',
    '-1',
    '1.0',
    '.1',
    '1.',
    '1e3',
    '1E3',
    '0x1',
    '1_000',
    '1,000',
    ' 1',
    '1 ',
    '1\n',
    '１',
    (2n ** 160n).toString(),
    '9'.repeat(200),
    0,
    -1,
    1.5,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    [],
    {},
    ['1'],
  ])('rejects the amount %j', (inputAmount) => {
    expect(getFault({ inputAmount })).toBe('inputAmount')
    expect(getFault({ outputAmount: inputAmount })).toBe('outputAmount')
  })

  it.each([0, '0', 50, '50', 5000])('accepts a slippage of %j', (slippage) => {
    expect(v.parse(priceRequestSchema, { ...priceRequestFixture, slippage }).slippage).toBe(Number(slippage))
  })

  it.each([
    ['slippage', 5001],
    ['slippage', '05'],
    ['slippage', '-1'],
    ['slippage', 0.5],
    ['partnerFee', 1001],
    ['partnerFee', '1e2'],
    ['networkID', '01'],
    ['networkID', 0],
    ['networkID', '1.0'],
    ['chainID', ''],
    ['chainID', 1.5],
    ['orderType', 'sell'],
    ['uniquePID', ''],
    ['uniquePID', 'two words'],
    ['inputToken', '0x12'],
    ['inputToken', `${WETH}\n`],
    ['userAddress', undefined],
    ['partnerAddress', PARTNER.slice(2)],
    ['modulesFilter', 'uniswap-v2'],
    ['modulesFilter', ['Uniswap V2']],
    ['computeEstimate', 'true'],
    ['deadlineSeconds', 29],
    ['deadlineSeconds', 604_801],
  ])('rejects %s = %j', (parameter, value) => {
    expect(getFault({ [parameter]: value })).toBe(parameter)
  })

  it('accepts a token with a wrong checksum, because only the pattern is checked', () => {
    const inputToken = `0x${WETH.slice(2).toUpperCase()}`
    expect(v.parse(priceRequestSchema, { ...priceRequestFixture, inputToken }).inputToken).toBe(inputToken)
  })

  it('keeps the zero address, which only a client reads as the native token', () => {
    const request = v.parse(priceRequestSchema, { ...priceRequestFixture, inputToken: ZERO_ADDRESS })
    expect(request.inputToken).toBe(ZERO_ADDRESS)
  })
})

describe('price', () => {
  it('is parsed as the service writes it', () => {
    expect(v.parse(priceResponseSchema, priceResponseFixture)).toEqual(priceResponseFixture)
  })

  it('is parsed without the additive fields', () => {
    const additive = [
      'settlementFee',
      'maxInputAmount',
      'router',
      'blockNumber',
      'blockHash',
      'inputAmountUSD',
    ]
    const foreign = Object.fromEntries(
      Object.entries(priceResultFixture).filter(([name]) => !additive.includes(name)),
    )
    expect(v.parse(priceResponseSchema, { statusCode: 200, result: foreign }).result.router).toBeUndefined()
  })

  it('is parsed with plain module ids', () => {
    const result = { ...priceResultFixture, liquidityModules: ['curve'] }
    expect(v.parse(priceResponseSchema, { statusCode: 200, result }).result.liquidityModules).toEqual([
      { module: 'curve', name: 'curve', kind: 'dex', portionBps: 0, path: [] },
    ])
  })

  it('is parsed with the zero address as the native token', () => {
    const result = { ...priceResultFixture, inputToken: ZERO_ADDRESS, feeToken: ZERO_ADDRESS }
    expect(v.parse(priceResponseSchema, { statusCode: 200, result }).result).toMatchObject({
      inputToken: NATIVE_TOKEN,
      feeToken: NATIVE_TOKEN,
      outputToken: USDC,
    })
  })

  it('may have unknown USD values', () => {
    const result = { ...priceResultFixture, inputAmountUSD: null, gasCostUSD: undefined, surgeValue: null }
    expect(v.is(priceResponseSchema, { statusCode: 200, result })).toBe(true)
  })

  it.each([
    ['a missing minimum', { minOutputAmount: undefined }],
    ['a negative amount', { minOutputAmount: '-1' }],
    ['an amount with an exponent', { effectiveOutputAmount: '1e9' }],
    ['an invalid address', { outputToken: 'USDC' }],
    ['an invalid router', { router: '0x' }],
    ['an invalid list of modules', { liquidityModules: 'uniswap-v2' }],
  ])('is rejected with %s', (_, change) => {
    const result = { ...priceResultFixture, ...change }
    expect(v.is(priceResponseSchema, { statusCode: 200, result })).toBe(false)
  })

  it('is not an error body', () => {
    expect(v.is(priceResponseSchema, statusErrorFixture)).toBe(false)
    expect(v.is(quoteResponseSchema, statusErrorFixture)).toBe(false)
    expect(v.parse(statusErrorSchema, statusErrorFixture)).toEqual(statusErrorFixture)
  })
})

describe('quote', () => {
  it('is parsed as the service writes it', () => {
    expect(v.parse(quoteResponseSchema, quoteResponseFixture)).toEqual(quoteResponseFixture)
  })

  it('is parsed without an envelope', () => {
    expect(v.parse(quoteResponseSchema, quoteResultFixture)).toEqual(quoteResponseFixture)
  })

  it.each([
    ['a trace as text', 'CALL 0x…', null],
    ['null', null, null],
    ['nothing', undefined, undefined],
  ])('is parsed with %s as simulation', (_, simulation, read) => {
    const result = { ...quoteResultFixture, simulation }
    expect(v.parse(quoteResponseSchema, { statusCode: 200, result }).result.simulation).toBe(read)
  })

  it('may lack calldata when surge protection rejected it', () => {
    const { calldata: _, ...rest } = quoteResultFixture
    const refused = { ...rest, revert: true, error: 'Recovery below 90 %' }
    expect(v.parse(quoteResponseSchema, { statusCode: 200, result: refused }).result.revert).toBe(true)
    const withNull = v.parse(quoteResponseSchema, { ...refused, calldata: null })
    expect(withNull.result.calldata).toBeUndefined()
  })

  it.each([
    ['odd calldata', { calldata: '0x123' }],
    ['invalid gas', { computationUnits: 'much' }],
    ['negative gas', { computationUnits: -1 }],
    ['an invalid expiry', { expiresAt: 'soon' }],
  ])('is rejected with %s', (_, change) => {
    const result = { ...quoteResultFixture, ...change }
    expect(v.is(quoteResponseSchema, { statusCode: 200, result })).toBe(false)
    expect(v.is(quoteResponseSchema, result)).toBe(false)
  })
})

describe('responses of other implementations', () => {
  it.each([
    ['a trace object', { trace: [] }],
    ['a text', 'simulated'],
    [
      'an unreadable balance change',
      { ...quoteResultFixture.simulation, balanceChanges: [{ account: USER }] },
    ],
    ['nothing', undefined],
  ])('include %s as simulation, which the widget ignores', (_, simulation) => {
    const result = { ...quoteResultFixture, simulation }
    const read = v.parse(quoteResponseSchema, { statusCode: 200, result })
    expect(read.result.simulation ?? null).toBeNull()
  })

  it.each([
    ['uniswap_v3', 'uniswap_v3'],
    [{ id: 'curve', share: 0.4 }, 'curve'],
    [7, ''],
  ])('include a module of any shape: %j', (module, id) => {
    const read = v.parse(priceResponseSchema, {
      statusCode: 200,
      result: { ...priceResultFixture, liquidityModules: [module] },
    })
    expect(read.result.liquidityModules).toEqual([
      { module: id, name: id, kind: 'dex', portionBps: 0, path: [] },
    ])
  })

  it('include a network id as text in the list of modules', () => {
    const chains = [{ chainID: 'ethereum', networkID: '1' }]
    expect(v.parse(liquidityResponseSchema, { chains, liquidityModules: {} }).chains[0]?.networkID).toBe(1)
  })
})

describe('liquidity modules', () => {
  it('are parsed by chain', () => {
    expect(v.parse(liquidityResponseSchema, liquidityResponseFixture)).toEqual(liquidityResponseFixture)
    expect(v.is(liquidityResponseSchema, { chains: [], liquidityModules: { ethereum: 'uniswap-v2' } })).toBe(
      false,
    )
  })
})

describe('private RPCs', () => {
  it('are parsed with their chains', () => {
    expect(v.parse(privateRpcsResponseSchema, privateRpcsResponseFixture)).toEqual(privateRpcsResponseFixture)
    const [rpc] = privateRpcsResponseFixture.privateRpcs
    const read = (change: object) =>
      v.safeParse(privateRpcsResponseSchema, { privateRpcs: [{ ...rpc, ...change }] })
    expect(read({ networkID: '1' }).output).toMatchObject({ privateRpcs: [{ networkID: 1 }] })
    expect(read({ networkID: 'one' }).success).toBe(false)
    expect(read({ url: undefined }).success).toBe(false)
  })
})

/** The first invalid parameter, as the service names it. */
function getFault(change: Record<string, unknown>): unknown {
  const parsed = v.safeParse(priceRequestSchema, { ...priceRequestFixture, ...change }, { abortEarly: true })
  return parsed.issues?.[0].path?.[0]?.key
}
