import { expect, it } from 'vitest'
import { receivedUsd } from './value-trade.ts'

const price = { outputAmount: '2000000', effectiveOutputAmount: '1800000', outputAmountUSD: '2' }

it('is worth what arrives after fees, not what the route pays', () => {
  expect(receivedUsd(price)).toBeCloseTo(1.8)
})

it.each([null, undefined, 'NaN'])('is unknown where the output has no price: %s', (outputAmountUSD) => {
  expect(receivedUsd({ ...price, outputAmountUSD })).toBeUndefined()
})

it('is the lesser of that and what is said of the net output', () => {
  expect(receivedUsd({ ...price, effectiveOutputAmountUSD: '1.7' })).toBeCloseTo(1.7)
  expect(receivedUsd({ ...price, effectiveOutputAmountUSD: '2000' })).toBeCloseTo(1.8)
  expect(receivedUsd({ ...price, outputAmountUSD: null, effectiveOutputAmountUSD: '1.7' })).toBe(1.7)
})

it('takes a net value of zero for an unknown one', () => {
  expect(receivedUsd({ ...price, effectiveOutputAmountUSD: '0' })).toBeCloseTo(1.8)
})

it('is unknown of nothing', () => {
  expect(receivedUsd({ ...price, outputAmount: '0', effectiveOutputAmount: '0' })).toBeUndefined()
})
