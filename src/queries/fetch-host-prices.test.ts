import { expect, it } from 'vitest'
import type { PriceSource } from '../config/types.ts'
import { ETH, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { fetchHostPrices } from './fetch-host-prices.ts'

const tokens = [{ ...USDC }, { ...ETH }]
const fetchPrices = (priceSource: PriceSource) =>
  fetchHostPrices(priceSource, { tokens, signal: new AbortController().signal })

it('passes a copy of the tokens that the host cannot change', async () => {
  expect(await fetchPrices(async (list) => list.map((_, index) => index + 1))).toEqual([1, 2])
  const sortsInPlace: PriceSource = async (list) => (list as unknown[]).sort().map(() => 1)
  expect(await fetchPrices(sortsInPlace)).toEqual([null, null])
  const changes: PriceSource = async (list) =>
    list.map((token) => Object.assign(token, { chainId: 5 }).chainId)
  expect(await fetchPrices(changes)).toEqual([null, null])
  expect(tokens).toEqual([USDC, ETH])
})
