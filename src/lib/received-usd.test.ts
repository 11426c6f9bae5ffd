import { expect, it } from 'vitest'
import { receivedUsd } from './value-trade.ts'

const price = { outputAmount: '2000000', effectiveOutputAmount: '1800000', outputAmountUSD: '2' }

it('is the value after fees, not the gross value of the route', () => {
  expect(receivedUsd(price)).toBeCloseTo(1.8)
})

it.each([null, undefined, 'NaN'])('is unknown if the output has no price: %s', (outputAmountUSD) => {
  expect(receivedUsd({ ...price, outputAmountUSD })).toBeUndefined()
})

it('is the smaller one of the net value and the value from the service', () => {
  expect(receivedUsd({ ...price, effectiveOutputAmountUSD: '1.7' })).toBeCloseTo(1.7)
  expect(receivedUsd({ ...price, effectiveOutputAmountUSD: '2000' })).toBeCloseTo(1.8)
  expect(receivedUsd({ ...price, outputAmountUSD: null, effectiveOutputAmountUSD: '1.7' })).toBe(1.7)
})

it('ignores a net value of zero', () => {
  expect(receivedUsd({ ...price, effectiveOutputAmountUSD: '0' })).toBeCloseTo(1.8)
})

it('is unknown for an output of 0', () => {
  expect(receivedUsd({ ...price, outputAmount: '0', effectiveOutputAmount: '0' })).toBeUndefined()
})
