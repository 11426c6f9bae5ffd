import { expect, it } from 'vitest'
import { ETH, USDC } from '../../testing/fixture-tokens.ts'
import type { PriceSource } from '../config/types.ts'
import { fetchHostPrices } from './fetch-host-prices.ts'

const tokens = [{ ...USDC }, { ...ETH }]
const ask = (priceSource: PriceSource) =>
  fetchHostPrices(priceSource, { tokens, signal: new AbortController().signal })

it('passes a copy of the tokens that the host cannot change', async () => {
  expect(await ask(async (list) => list.map((_, index) => index + 1))).toEqual([1, 2])
  const sortsInPlace: PriceSource = async (list) => (list as unknown[]).sort().map(() => 1)
  expect(await ask(sortsInPlace)).toEqual([null, null])
  const changes: PriceSource = async (list) =>
    list.map((token) => Object.assign(token, { chainId: 5 }).chainId)
  expect(await ask(changes)).toEqual([null, null])
  expect(tokens).toEqual([USDC, ETH])
})
