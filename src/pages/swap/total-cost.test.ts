import { expect, it } from 'vitest'
import { priceOf } from '../../../testing/fixture-prices.ts'
import { ETH, USDC } from '../../../testing/fixture-tokens.ts'
import { valueTrade } from '../../lib/value-trade.ts'
import { USER } from '../../wire/fixtures/addresses.ts'
import type { PriceResult } from '../../wire/router.ts'
import { totalCost, tradeCost } from './total-cost.ts'

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

it('is fees, price impact and network together, and their share of what is paid', () => {
  const { usd, bps } = totalCost(price)
  expect(usd).toBeCloseTo(2)
  expect(bps).toBeCloseTo(10)
})

it.each([
  ['the network cost', { gasCostUSD: null }, 1.6],
  ['the price impact', { priceImpactBps: null }, 1],
  ['what the fees are worth', { feeCostUSD: null }, 1.4],
  ['what is paid', { inputAmountUSD: null }, 1],
  ['what is paid, which is worth nothing', { inputAmountUSD: '0' }, 1],
])('is the least it costs where one does not know %s', (_, unknown, least) => {
  const { usd, bps } = totalCost({ ...price, ...unknown })
  expect(usd).toBeCloseTo(least)
  expect(bps).toBeUndefined()
})

it('is unknown, not 0, where nothing is known', () => {
  const unknown = { inputAmountUSD: null, feeCostUSD: null, priceImpactBps: null, gasCostUSD: null }
  expect(totalCost({ ...price, ...unknown })).toEqual({ usd: undefined, bps: undefined })
  expect(totalCost({ ...price, ...unknown, settlementFee: '0' }).usd).toBeUndefined()
})

it('needs no value of fees that are not charged', () => {
  expect(totalCost({ ...price, settlementFee: '0', feeCostUSD: null }).bps).toBeCloseTo(7)
})

it('is not lowered by a price that claims to be better than the market', () => {
  expect(totalCost({ ...price, priceImpactBps: '-100000000000' }).usd).toBeCloseTo(1)
})

it('is the loss of value where that is more than the parts, as for a token with a made-up price', () => {
  const value = valueTrade({ sources: [{ source: 'pools', inputUsd: 2000, outputUsd: 20 }], gasUsd: 0.4 })
  const { usd, bps } = tradeCost(price, value)
  expect(usd).toBeCloseTo(1980.4)
  expect(bps).toBeCloseTo(9900.02, 1)
})

it('is the sum of the parts where the values claim less', () => {
  const value = valueTrade({ sources: [{ source: 'quote', inputUsd: 2000, outputUsd: 2010 }], gasUsd: 0.4 })
  expect(tradeCost(price, value)).toEqual(totalCost(price))
})
