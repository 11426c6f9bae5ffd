import { waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { ChainConfig, PriceSource, WidgetConfig } from '../config/types.ts'
import { highestUsdPrice } from '../queries/highest-usd-price.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import { type PricedTrade, useTradeValue } from './use-trade-value.ts'

/** The initial price of the devnet's market. */
const ETHER_USD = 2_840

let devnet: TestDevnet
let chain: TestChain
let service: FixtureService
beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
})
beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(() => service.close())
afterAll(() => devnet?.stop())

/** Prices one ether at this amount of USDC, with USD values of the service. */
function trade(
  usdc: number,
  values: Partial<PriceResult>,
  output: Address = chain.token('USDC').address,
): PricedTrade {
  const { id, nativeCurrency } = chain.manifest
  const amount = String(usdc * 1_000_000)
  return {
    inputToken: { chainId: id, address: NATIVE_TOKEN, ...nativeCurrency },
    outputToken: { chainId: id, address: output, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    inputAmount: 10n ** 18n,
    price: {
      ...priceResultFixture,
      outputAmount: amount,
      effectiveOutputAmount: amount,
      gasCostUSD: null,
      ...values,
    },
  }
}

/** Sets the USD price of ether in the service's exchange rates. */
function rate(etherUsd: number): void {
  service.answer('/rates/', ({ body }) => ({
    body: body.map((pair: object) => ({ ...pair, price: etherUsd })),
  }))
}

interface HostOptions extends Partial<WidgetConfig> {
  chain?: Partial<Record<keyof ChainConfig, unknown>>
}

async function valued(priced: PricedTrade, { chain: pinned, ...overrides }: HostOptions = {}) {
  const { id, name, rpcUrl, widget } = chain.manifest
  const chains = [{ id, name, rpcUrls: [rpcUrl], ...widget, ...pinned } as ChainConfig]
  const rendered = renderInWidget(service.config({ chains, ...overrides }), () => useTradeValue(priced))
  await waitFor(() => expect(rendered.result.current.isChecking).toBe(false))
  await waitFor(() => expect(rendered.widget.queryClient.isFetching()).toBe(0))
  return rendered
}

const noPools = { priceFactories: {} }

describe('a truthful service', () => {
  it('is confirmed by the pools on chain', async () => {
    rate(ETHER_USD)
    const { result } = await valued(trade(2_838, { inputAmountUSD: '2840', outputAmountUSD: '2838' }))
    expect(result.current.status).toBe('known')
    expect(result.current.sources.map(({ source }) => source)).toEqual(['pools', 'quote', 'rates'])
    expect(Math.abs(result.current.lossFraction ?? 1)).toBeLessThan(0.01)
  })
})

describe('a service that reports false values', () => {
  it('is contradicted by the stable token when price and rates overstate the output', async () => {
    const lie = { inputAmountUSD: '3000', outputAmountUSD: '3000' }
    service.answer('/rates/', ({ body }) => ({
      body: body.map((pair: object) => ({ ...pair, price: 3_000 })),
    }))
    const { result } = await valued(trade(30, lie), { chain: noPools })
    expect(result.current.output).toMatchObject({
      status: 'disagreeing',
      min: { source: 'pools', usd: 30 },
    })
    expect(result.current).toMatchObject({ inputUsd: 3_000, outputUsd: 30, lossFraction: 0.99 })
  })

  it('is contradicted by the pools when price and rates understate the input', async () => {
    rate(30)
    const { result } = await valued(trade(30, { inputAmountUSD: '30', outputAmountUSD: '30' }))
    expect(result.current.status).toBe('disagreeing')
    expect(result.current.input).toMatchObject({ min: { usd: 30 }, max: { source: 'pools' } })
    expect(result.current.lossFraction).toBeGreaterThan(0.98)
  })

  it('does not affect the loss with invalid values', async () => {
    rate(Number.NaN)
    const { result } = await valued(trade(30, { inputAmountUSD: '-3000', outputAmountUSD: '0' }))
    expect(result.current.status).toBe('known')
    expect(result.current.lossFraction).toBeGreaterThan(0.98)
  })
})

describe('a value that only the service reports', () => {
  it('is unknown and uses the worst value', async () => {
    rate(2_900)
    const { result } = await valued(trade(2_838, { inputAmountUSD: '2840', outputAmountUSD: '2838' }), {
      chain: noPools,
    })
    expect(result.current).toMatchObject({ status: 'unknown', inputUsd: 2_900, input: { status: 'unknown' } })
  })

  it('is unknown when the chain does not respond', async () => {
    rate(ETHER_USD)
    const { result } = await valued(trade(2_838, { inputAmountUSD: '2840', outputAmountUSD: '2838' }), {
      chain: { rpcUrls: ['http://127.0.0.1:9'] },
    })
    expect(result.current).toMatchObject({ status: 'unknown', output: { status: 'known' } })
  })

  it('is unknown without a configured stable token, whatever the catalogue calls USDC', async () => {
    rate(ETHER_USD)
    const { result } = await valued(trade(2_838, { inputAmountUSD: '2840', outputAmountUSD: '2838' }), {
      chain: { usdToken: undefined },
    })
    expect(result.current).toMatchObject({ status: 'unknown', output: { status: 'unknown' } })
    expect(result.current.sources.map(({ source }) => source)).toEqual(['quote'])
    expect(service.count('/rates/')).toBe(0)
  })

  it('is undefined when the service reports none', async () => {
    rate(0)
    const { result } = await valued(trade(2_838, { inputAmountUSD: null, outputAmountUSD: null }), {
      chain: { usdToken: undefined },
    })
    expect(result.current).toMatchObject({
      status: 'unknown',
      inputUsd: undefined,
      outputUsd: undefined,
      lossFraction: undefined,
    })
  })
})

describe('the host’s own prices', () => {
  const lie = { inputAmountUSD: '30', outputAmountUSD: '30' }
  const hosted = (priceSource: PriceSource) => valued(trade(30, lie), { chain: noPools, priceSource })

  it('count when the chain has none', async () => {
    rate(30)
    const requested: unknown[] = []
    const { result } = await hosted(async (tokens) => {
      requested.push(...tokens.map(({ chainId, address }) => ({ chainId, address })))
      return [ETHER_USD, 1]
    })
    expect(requested.slice(0, 2)).toEqual([
      { chainId: chain.manifest.id, address: NATIVE_TOKEN },
      { chainId: chain.manifest.id, address: chain.token('USDC').address },
    ])
    expect(result.current).toMatchObject({ status: 'disagreeing', inputUsd: ETHER_USD, outputUsd: 30 })
  })

  it.each<[string, PriceSource]>([
    ['are unknown', async () => [undefined, null]],
    ['are not numbers', async () => [Number.NaN, -1]],
    ['are text', async () => ['2840', '1'] as never],
    ['are too few', async () => [ETHER_USD]],
    ['are undefined', async () => undefined as never],
    ['are rejected', () => Promise.reject(new Error('over quota'))],
    [
      'throw',
      () => {
        throw new Error('no')
      },
    ],
  ])('are ignored when they %s', async (_, priceSource) => {
    rate(30)
    const { result } = await hosted(priceSource)
    expect(result.current).toMatchObject({ status: 'unknown', inputUsd: 30 })
    expect(result.current.sources.map(({ source }) => source)).not.toContain('host')
  })

  it('do not block when they never arrive, and are aborted', async () => {
    rate(30)
    let reported: AbortSignal | undefined
    const { result } = await hosted((_, { signal }) => {
      reported = signal
      return new Promise(() => {})
    })
    expect(result.current.status).toBe('unknown')
    expect(reported?.aborted).toBe(true)
  })
})

it('scales with the received amount', async () => {
  rate(ETHER_USD)
  const priced = trade(2_838, { inputAmountUSD: '2840', outputAmountUSD: '2838' })
  const { result } = await valued({ ...priced, outputAmount: 1_419_000_000n })
  expect(result.current.status).toBe('known')
  expect(result.current.sources.map(({ outputUsd }) => outputUsd)).toEqual([1_419, 1_419, 1_419])
})

it('limits the dollar value of a fee by the highest reported price of its token', async () => {
  rate(10)
  const ether = { chainId: chain.manifest.id, address: NATIVE_TOKEN }
  const { widget } = await valued(trade(30, {}), { priceSource: async (tokens) => tokens.map(() => 4_000) })
  expect(await highestUsdPrice(widget, ether)).toBe(4_000)
  const { widget: poolsOnly } = await valued(trade(30, {}))
  expect(await highestUsdPrice(poolsOnly, ether)).toBeGreaterThan(2_000)
  const { widget: nobody } = await valued(trade(30, {}), { chain: { usdToken: undefined } })
  expect(await highestUsdPrice(nobody, ether)).toBeUndefined()
})

it('requests nothing without a price', async () => {
  const { id, name, rpcUrl, widget } = chain.manifest
  const chains = [{ id, name, rpcUrls: [rpcUrl], ...widget }]
  const { result } = renderInWidget(service.config({ chains }), () => useTradeValue(undefined))
  expect(result.current).toMatchObject({ status: 'unknown', isChecking: false, lossFraction: undefined })
  expect(service.requests).toEqual([])
})
