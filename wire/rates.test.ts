import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ratesRequestFixture, ratesResponseFixture } from './fixtures/rates-fixtures.ts'
import { ratesRequestSchema, ratesResponseSchema } from './rates.ts'

const [pair] = ratesRequestFixture

describe('exchange rates', () => {
  it('can be requested for 1 to 25 pairs', () => {
    expect(v.parse(ratesRequestSchema, ratesRequestFixture)).toEqual(ratesRequestFixture)
    const many = (count: number) => Array.from({ length: count }, () => pair)
    expect(v.is(ratesRequestSchema, many(25))).toBe(true)
    expect(v.is(ratesRequestSchema, many(26))).toBe(false)
    expect(v.is(ratesRequestSchema, [])).toBe(false)
  })

  it.each(['domestic_blockchain', 'domestic_token', 'foreign_blockchain', 'foreign_token'])(
    'are rejected without %s',
    (field) => {
      expect(v.is(ratesRequestSchema, [{ ...pair, [field]: undefined }])).toBe(false)
      expect(v.is(ratesRequestSchema, [{ ...pair, [field]: '' }])).toBe(false)
    },
  )

  it('are parsed as the service writes them', () => {
    expect(v.parse(ratesResponseSchema, ratesResponseFixture)).toEqual(ratesResponseFixture)
  })

  it.each([
    undefined,
    null,
    0,
    Number.NaN,
    -1,
    Number.POSITIVE_INFINITY,
    '',
    '0',
    '-3000',
    'NaN',
    'Infinity',
    '1e',
    '1e400',
    '0x10',
    ' 3000',
    '3,000',
    true,
    [3000],
    {},
  ])('are unknown when the price is %j', (price) => {
    expect(v.parse(ratesResponseSchema, [{ ...pair, price }])[0]?.price).toBeNull()
  })

  it.each([
    ['3000', 3000],
    ['0.00000042', 0.00000042],
    ['1e3', 1000],
    ['1.0e-12', 1e-12],
  ])('are parsed from the decimal text %s', (price, value) => {
    expect(v.parse(ratesResponseSchema, [{ ...pair, price }])[0]?.price).toBe(value)
  })

  it.each([null, 'text', {}, { ...pair, domestic_token: 'USDC', price: 1 }])(
    'are unknown for the record %j, and parsed for the others',
    (record) => {
      const [broken, sound] = v.parse(ratesResponseSchema, [record, ratesResponseFixture[0]])
      expect(broken?.price).toBeNull()
      expect(sound).toEqual(ratesResponseFixture[0])
    },
  )
})
