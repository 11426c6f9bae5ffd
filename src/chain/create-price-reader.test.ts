import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isAddress, toFunctionSelector } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOKENS } from '../../devnet/plan/tokens.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { createHttp } from '../clients/http.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { ChainConfig } from '../config/types.ts'
import { CHAIN_PRESETS } from './chain-presets.ts'
import { createPriceReader } from './create-price-reader.ts'

let devnet: TestDevnet
let chain: TestChain
let before: `0x${string}`

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
})
beforeEach(async () => {
  before = await chain.testClient.snapshot()
})
afterEach(() => chain.testClient.revert({ id: before }))
afterAll(() => devnet?.stop())

/** A price reader with the config of a host on the devnet. */
function createReader(overrides: Partial<Record<keyof ChainConfig, unknown>> = {}) {
  const { id, name, rpcUrl, widget } = chain.manifest
  const config = resolveConfig({
    integrator: 'sluice-tests',
    baseUrl: 'http://service.test/router',
    tokensUrl: 'http://service.test/tokens',
    exchangeRatesUrl: 'http://service.test/rates',
    chains: [{ id, name, rpcUrls: [rpcUrl], ...widget, ...overrides } as ChainConfig],
  })
  const reader = createPriceReader(createHttp(), () => config)
  return {
    ...reader,
    prices: (...tokens: Address[]) => reader.prices({ chainId: chain.manifest.id, tokens }),
  }
}

const toAddress = (symbol: string) => chain.token(symbol).address
const planned = (symbol: string) => TOKENS.find((token) => token.symbol === symbol)?.priceUsd ?? Number.NaN

/** Expects a price within this percentage of the market's initial price. */
function expectNear(price: number | undefined, symbol: string, percent = 2): void {
  expect(price, symbol).toBeGreaterThan(planned(symbol) * (1 - percent / 100))
  expect(price, symbol).toBeLessThan(planned(symbol) * (1 + percent / 100))
}

describe('pool prices', () => {
  it('are USD per whole token for any decimals, position in the pool and distance to the dollar', async () => {
    const symbols = ['WETH', 'USDT', 'DAI', 'WBTC', 'LINK', 'MKR', 'EURC', 'wstETH', 'ZOLL']
    const prices = await createReader().prices(...symbols.map(toAddress))
    for (const [index, symbol] of symbols.entries()) expectNear(prices[index], symbol)
  })

  it('keep the requested order, with the native token as its wrapper and the dollar as 1', async () => {
    const [usd, native, none, wrapped] = await createReader().prices(
      toAddress('USDC'),
      NATIVE_TOKEN,
      chain.manifest.contracts.settlement,
      toAddress('WETH'),
    )
    expect(usd).toBe(1)
    expectNear(native, 'WETH')
    expect(native).toBe(wrapped)
    expect(none).toBeUndefined()
  })

  it.each(['v2', 'v3'] as const)('come from factories of one kind only: %s', async (kind) => {
    const factories = { [kind]: chain.manifest.widget.priceFactories[kind] }
    const [price] = await createReader({ priceFactories: factories }).prices(toAddress('LINK'))
    expectNear(price, 'LINK')
  })

  it('need no wrapped native token when a pool holds the dollar itself', async () => {
    const reader = createReader({ wrappedNative: toAddress('DAI') })
    expectNear((await reader.prices(toAddress('WBTC')))[0], 'WBTC')
  })

  it('are unknown for a token without pools', async () => {
    const [vault] = chain.manifest.contracts.vaults
    expect(await createReader().prices(vault!)).toEqual([undefined])
  })
})

describe('shallow pool', () => {
  it('sets no price, however much liquidity it claims in one tick', async () => {
    const reader = createReader({ priceFactories: { v3: chain.manifest.widget.priceFactories.v3 ?? [] } })
    expectNear((await reader.prices(toAddress('LINK')))[0], 'LINK')
    for (const pool of chain.pools('LINK', 'WETH', 'uniswap-v3'))
      await chain.deal('WETH', pool.address, 10n ** 18n)
    expect(await reader.prices(toAddress('LINK'))).toEqual([undefined])
  })

  it('loses to a deeper pool, however high its price', async () => {
    const [pair] = chain.pools('LINK', 'WETH', 'uniswap-v2')
    await chain.deal('LINK', pair!.address, 10n ** 18n)
    await chain.deal('WETH', pair!.address, 10n * 10n ** 18n)
    await chain.send({ to: pair!.address, data: toFunctionSelector('sync()') })
    const v2Only = createReader({ priceFactories: { v2: chain.manifest.widget.priceFactories.v2 } })
    expect((await v2Only.prices(toAddress('LINK')))[0]).toBeGreaterThan(20_000)
    expectNear((await createReader().prices(toAddress('LINK')))[0], 'LINK')
  })
})

describe('unreadable chain', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.close()
    server?.closeAllConnections()
  })

  /** Starts a node with the same response to every request. */
  async function nodeSaying(body: unknown, status = 200): Promise<string> {
    server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const word = (value: number | bigint) => value.toString(16).padStart(64, '0')

  it.each<[string, unknown]>([
    ['an error', { error: { code: -32_000, message: 'no' } }],
    ['nothing', { result: '0x' }],
    ['text', { result: 'nothing' }],
    ['zeros', { result: `0x${'00'.repeat(2_048)}` }],
    ['ones', { result: `0x${'ff'.repeat(2_048)}` }],
    ['out-of-range offsets', { result: `0x${word(0x20)}${word(58)}${word(2n ** 200n).repeat(64)}` }],
    ['circular offsets', { result: `0x${word(0)}${word(0).repeat(64)}` }],
  ])('has unknown prices, except for the dollar, when the node returns %s', async (_, answer) => {
    const reader = createReader({ rpcUrls: [await nodeSaying(answer)] })
    expect(await reader.prices(toAddress('WETH'), toAddress('USDC'))).toEqual([undefined, 1])
  })

  it('is read through the next URL', async () => {
    const reader = createReader({ rpcUrls: [await nodeSaying({}, 503), chain.manifest.rpcUrl] })
    expectNear((await reader.prices(toAddress('WETH')))[0], 'WETH')
  })

  it('is not read without a configured dollar token', async () => {
    const reader = createReader({ usdToken: undefined, rpcUrls: ['http://127.0.0.1:9'] })
    expect(await reader.usdToken(chain.manifest.id)).toBeUndefined()
    expect(await reader.prices(toAddress('WETH'), toAddress('USDC'))).toEqual([undefined, undefined])
  })

  it('rejects when the request is aborted', async () => {
    const reader = createPriceReader(createHttp(), () =>
      resolveConfig({
        integrator: 'sluice-tests',
        baseUrl: 'http://service.test/router',
        tokensUrl: 'http://service.test/tokens',
        exchangeRatesUrl: 'http://service.test/rates',
        chains: [{ id: 1, name: 'ethereum', rpcUrls: ['http://127.0.0.1:9'] }],
      }),
    )
    const signal = AbortSignal.abort(new Error('left'))
    await expect(reader.prices({ chainId: 1, tokens: [NATIVE_TOKEN], signal })).rejects.toThrow('left')
  })
})

describe('chain presets', () => {
  it('are used only if the host configures nothing', async () => {
    const known = createReader({ id: 1, usdToken: undefined })
    expect(await known.usdToken(1)).toBe(CHAIN_PRESETS[1]?.usdToken)
    expect(await createReader({ id: 1 }).usdToken(1)).toBe(toAddress('USDC'))
    expect(await known.usdToken(5)).toBeUndefined()
  })

  it('have checksummed addresses', () => {
    const written = Object.values(CHAIN_PRESETS).flatMap(({ usdToken, factories }) => [
      usdToken,
      ...factories.v2,
      ...factories.v3,
    ])
    expect(written.filter((address) => !isAddress(address, { strict: true }))).toEqual([])
  })
})
