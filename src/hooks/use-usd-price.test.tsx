import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { WidgetConfig } from '../config/types.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import { useUsdPrice } from './use-usd-price.ts'

let service: FixtureService
beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(() => service.close())

const token = (address: `0x${string}`) => ({ chainId: 31337, address })

it('is measured in the stable token of the chain, and is undefined while unknown', async () => {
  const { result } = renderInWidget(service.config(), () =>
    [USDC, NATIVE_TOKEN, WETH].map((address) => useUsdPrice(token(address))),
  )
  expect(result.current).toEqual([undefined, undefined, undefined])
  await waitFor(() => expect(result.current).toEqual([1, 3_000, undefined]))
  const requests = service.requests.filter(({ path }) => path === '/rates/').map(({ body }) => body)
  expect(requests).toMatchObject([
    [{ domestic_blockchain: 'ethereum', domestic_token: NATIVE_TOKEN, foreign_token: USDC }],
    [{ domestic_token: WETH }],
  ])
})

it('is undefined without a configured stable token, whatever the catalogue calls USDC', async () => {
  const [chain] = service.config().chains
  const chains = [{ ...chain!, usdToken: undefined }] as unknown as WidgetConfig['chains']
  const { result, widget } = renderInWidget(service.config({ chains }), () => useUsdPrice(token(USDC)))
  await waitFor(() => expect(widget.queryClient.isFetching()).toBe(0))
  expect(result.current).toBeUndefined()
  expect(service.requests).toEqual([])
})

it('is undefined when the response names another token', async () => {
  service.answer('/rates/', ({ body }) => ({
    body: body.map((pair: object) => ({ ...pair, domestic_token: WETH, price: 3_000 })),
  }))
  const { result, widget } = renderInWidget(service.config(), () => useUsdPrice(token(NATIVE_TOKEN)))
  await waitFor(() => expect(service.count('/rates/')).toBe(1))
  await waitFor(() => expect(widget.queryClient.isFetching()).toBe(0))
  expect(result.current).toBeUndefined()
})

it('is undefined after a failure', async () => {
  service.answer('/rates/', () => ({ status: 400, body: '' }))
  const { result } = renderInWidget(service.config(), () => useUsdPrice(token(NATIVE_TOKEN)))
  await waitFor(() => expect(service.count('/rates/')).toBe(1))
  await act(async () => {})
  expect(result.current).toBeUndefined()
})

it('is not requested without a token', async () => {
  const { result } = renderInWidget(service.config(), () => useUsdPrice(undefined))
  await act(async () => {})
  expect(result.current).toBeUndefined()
  expect(service.requests).toEqual([])
})
