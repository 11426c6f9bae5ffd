import { expect, it } from 'vitest'
import { readSlippage, slippageLevel } from './slippage.ts'

it.each([
  ['0.5', { kind: 'bps', bps: 50 }],
  ['0.05', { kind: 'bps', bps: 5 }],
  ['3', { kind: 'bps', bps: 300 }],
  ['0', { kind: 'bps', bps: 0 }],
  ['0.129', { kind: 'bps', bps: 12 }],
  ['50', { kind: 'bps', bps: 5_000 }],
  ['50.01', { kind: 'too-high' }],
  ['', { kind: 'not-a-number' }],
  ['.', { kind: 'not-a-number' }],
])('parses %j percent', (text, reading) => {
  expect(readSlippage(text, { min: 0, max: 5_000 })).toEqual(reading)
})

it('applies the bounds of the host', () => {
  const read = (text: string) => readSlippage(text, { min: 10, max: 300 }).kind
  expect(['0.09', '0.1', '3', '3.01'].map(read)).toEqual(['too-low', 'bps', 'bps', 'too-high'])
})

it('warns below 0.1 %, above 1 % and above 5 %', () => {
  expect([9, 10, 100, 101, 500, 501].map(slippageLevel)).toEqual([
    'low',
    'usual',
    'usual',
    'high',
    'high',
    'very-high',
  ])
})
