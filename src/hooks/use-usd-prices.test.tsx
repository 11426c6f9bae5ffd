import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FixtureService, startFixtureService } from '../../testing/fixture-service.ts'
import { renderInWidget } from '../../testing/render-in-widget.tsx'
import type { WidgetConfig } from '../config/types.ts'
import { NATIVE_TOKEN } from '../lib/address.ts'
import { USDC, WETH } from '../wire/fixtures/addresses.ts'
import { useUsdPrices } from './use-usd-prices.ts'

let service: FixtureService
beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(() => service.close())

const priced = (...addresses: `0x${string}`[]) => addresses.map((address) => ({ chainId: 31337, address }))

it('are measured against the chain’s stable token, in the order asked; unknown stays unknown', async () => {
  const { result } = renderInWidget(service.config(), () => useUsdPrices(priced(USDC, NATIVE_TOKEN, WETH)))
  expect(result.current).toEqual([undefined, undefined, undefined])
  await waitFor(() => expect(result.current).toEqual([1, 3_000, undefined]))
  expect(service.requests.find(({ path }) => path === '/rates/')?.body).toMatchObject([
    { domestic_blockchain: 'ethereum', domestic_token: NATIVE_TOKEN, foreign_token: USDC },
    { domestic_token: WETH },
  ])
})

it('are unknown where nobody says what a dollar is, whatever the catalogue calls USDC', async () => {
  const [chain] = service.config().chains
  const chains = [{ ...chain!, usdToken: undefined }] as unknown as WidgetConfig['chains']
  const { result, widget } = renderInWidget(service.config({ chains }), () =>
    useUsdPrices(priced(USDC, NATIVE_TOKEN)),
  )
  await waitFor(() => expect(widget.queryClient.isFetching()).toBe(0))
  expect(result.current).toEqual([undefined, undefined])
  expect(service.requests).toEqual([])
})

it('of another token than asked are unknown', async () => {
  service.answer('/rates/', ({ body }) => ({
    body: body.map((pair: object) => ({ ...pair, domestic_token: WETH, price: 3_000 })),
  }))
  const { result, widget } = renderInWidget(service.config(), () => useUsdPrices(priced(NATIVE_TOKEN)))
  await waitFor(() => expect(service.count('/rates/')).toBe(1))
  await waitFor(() => expect(widget.queryClient.isFetching()).toBe(0))
  expect(result.current).toEqual([undefined])
})

it('are asked for 25 at a time', async () => {
  const many = Array.from({ length: 30 }, (_, n): `0x${string}` => `0x${String(n + 1).padStart(40, '0')}`)
  const { result } = renderInWidget(service.config(), () => useUsdPrices(priced(...many)))
  await waitFor(() => expect(service.count('/rates/')).toBe(2))
  expect(result.current).toHaveLength(30)
})

it('that cannot be had are unknown, and no error of anything', async () => {
  service.answer('/rates/', () => ({ status: 400, body: '' }))
  const { result } = renderInWidget(service.config(), () => useUsdPrices(priced(NATIVE_TOKEN)))
  await waitFor(() => expect(service.count('/rates/')).toBe(1))
  await act(async () => {})
  expect(result.current).toEqual([undefined])
})
