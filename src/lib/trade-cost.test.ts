import { expect, it } from 'vitest'
import { USER } from '../../wire/fixtures/addresses.ts'
import type { PriceResult } from '../../wire/router.ts'
import { priceOf } from '../testing/fixtures/fixture-prices.ts'
import { ETH, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { totalCost, tradeCost } from './trade-cost.ts'
import { valueTrade } from './value-trade.ts'

const price: PriceResult = {
  ...priceOf({
    inputToken: ETH.address,
    outputToken: USDC.address,
    inputAmount: '1000000000000000000',
    userAddress: USER,
    outputReceiver: USER,
    uniquePID: 'cost',
  }),
  settlementFee: '600000',
  inputAmountUSD: '2000',
  feeCostUSD: '0.6',
  priceImpactBps: '5',
  gasCostUSD: '0.4',
}

it('sums fees, price impact and network cost, and computes their share of the input', () => {
  const { usd, bps } = totalCost(price)
  expect(usd).toBeCloseTo(2)
  expect(bps).toBeCloseTo(10)
})

it.each([
  ['the network cost', { gasCostUSD: null }, 1.6],
  ['the price impact', { priceImpactBps: null }, 1],
  ['the value of the fees', { feeCostUSD: null }, 1.4],
  ['the input value', { inputAmountUSD: null }, 1],
  ['the input value because it is 0', { inputAmountUSD: '0' }, 1],
])('is a lower bound without %s', (_, unknown, least) => {
  const { usd, bps } = totalCost({ ...price, ...unknown })
  expect(usd).toBeCloseTo(least)
  expect(bps).toBeUndefined()
})

it('is undefined instead of 0 when nothing is known', () => {
  const unknown = { inputAmountUSD: null, feeCostUSD: null, priceImpactBps: null, gasCostUSD: null }
  expect(totalCost({ ...price, ...unknown })).toEqual({ usd: undefined, bps: undefined })
  expect(totalCost({ ...price, ...unknown, settlementFee: '0' }).usd).toBeUndefined()
})

it('needs no value of fees that are zero', () => {
  expect(totalCost({ ...price, settlementFee: '0', feeCostUSD: null }).bps).toBeCloseTo(7)
})

it('does not count a claimed price improvement', () => {
  expect(totalCost({ ...price, priceImpactBps: '-100000000000' }).usd).toBeCloseTo(1)
})

it('is the loss of value when that exceeds the parts, as for a token with a made-up price', () => {
  const value = valueTrade({ sources: [{ source: 'pools', inputUsd: 2000, outputUsd: 20 }], gasUsd: 0.4 })
  const { usd, bps } = tradeCost(price, value)
  expect(usd).toBeCloseTo(1980.4)
  expect(bps).toBeCloseTo(9900.02, 1)
})

it('is the sum of the parts when the values claim less', () => {
  const value = valueTrade({ sources: [{ source: 'quote', inputUsd: 2000, outputUsd: 2010 }], gasUsd: 0.4 })
  expect(tradeCost(price, value)).toEqual(totalCost(price))
})
