import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ratesRequestFixture, ratesResponseFixture } from './fixtures/rates-fixtures.ts'
import { ratesRequestSchema, ratesResponseSchema } from './rates.ts'

const [pair] = ratesRequestFixture

describe('exchange rates', () => {
  it('are asked for in 1 to 25 pairs', () => {
    expect(v.parse(ratesRequestSchema, ratesRequestFixture)).toEqual(ratesRequestFixture)
    const many = (count: number) => Array.from({ length: count }, () => pair)
    expect(v.is(ratesRequestSchema, many(25))).toBe(true)
    expect(v.is(ratesRequestSchema, many(26))).toBe(false)
    expect(v.is(ratesRequestSchema, [])).toBe(false)
  })

  it.each(['domestic_blockchain', 'domestic_token', 'foreign_blockchain', 'foreign_token'])(
    'are refused without %s',
    (field) => {
      expect(v.is(ratesRequestSchema, [{ ...pair, [field]: undefined }])).toBe(false)
      expect(v.is(ratesRequestSchema, [{ ...pair, [field]: '' }])).toBe(false)
    },
  )

  it('are read as the service writes them', () => {
    expect(v.parse(ratesResponseSchema, ratesResponseFixture)).toEqual(ratesResponseFixture)
  })

  it.each([undefined, null, 0, Number.NaN, -1, Number.POSITIVE_INFINITY])(
    'are unknown when the price is %s',
    (price) => {
      expect(v.parse(ratesResponseSchema, [{ ...pair, price }])[0]?.price).toBeNull()
    },
  )

  it('are refused when the price is a text', () => {
    expect(v.is(ratesResponseSchema, [{ ...pair, price: '3000' }])).toBe(false)
  })
})
