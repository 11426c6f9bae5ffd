import { describe, expect, it } from 'vitest'
import { type Valuation, valueTrade } from './value-trade.ts'

const says = (source: Valuation['source'], inputUsd?: number, outputUsd?: number): Valuation => ({
  source,
  inputUsd,
  outputUsd,
})

describe('a trade that sources agree about', () => {
  it('is worth what the least kind of them says of both sides', () => {
    const value = valueTrade({
      sources: [says('quote', 3000, 2999), says('rates', 3010, 2990), says('pools', 2995, 2991)],
    })
    expect(value).toMatchObject({ status: 'known', inputUsd: 3010, outputUsd: 2990 })
    expect(value.lossFraction).toBeCloseTo(20 / 3010)
  })

  it('is not made worse by mixing what two of them say', () => {
    const value = valueTrade({ sources: [says('quote', 3000, 3000), says('pools', 2900, 2900)] })
    expect(value).toMatchObject({ status: 'known', lossFraction: 0 })
  })

  it('is mixed where only the service knows both sides', () => {
    const value = valueTrade({
      sources: [says('quote', 3000, 3000), says('host', 3100), says('pools', undefined, 2900)],
    })
    expect(value).toMatchObject({ status: 'known', inputUsd: 3100, outputUsd: 2900 })
    expect(value.lossFraction).toBeCloseTo(200 / 3100)
  })

  it('may gain', () => {
    expect(valueTrade({ sources: [says('host', 100, 104)] })).toMatchObject({
      status: 'known',
      lossFraction: -0.04,
    })
  })

  it.each([10, 1e3, 1e6, 1e12, 1e-3])('is unknown by a source that is off by a factor of %d', (factor) => {
    const [inputUsd, outputUsd] = factor > 1 ? [3000, 3000 * factor] : [3000 * factor, 3000]
    const only = valueTrade({ sources: [says('rates', inputUsd, outputUsd)] })
    expect(only).toMatchObject({ inputUsd: undefined, outputUsd: undefined, lossFraction: undefined })
    const beside = valueTrade({
      sources: [says('pools', 3000, 2990), says('quote', inputUsd, outputUsd)],
    })
    expect(beside).toMatchObject({ status: 'known', inputUsd: 3000, outputUsd: 2990 })
  })

  it('is unknown where the only values of its sides show an impossible gain together', () => {
    const value = valueTrade({ sources: [says('host', 3), says('pools', undefined, 3000)] })
    expect(value).toMatchObject({ inputUsd: undefined, outputUsd: undefined, lossFraction: undefined })
  })

  it('still counts a loss of many powers of ten', () => {
    expect(valueTrade({ sources: [says('pools', 3000, 0.003)] }).lossFraction).toBeCloseTo(1)
  })

  it('bears differences up to a twentieth', () => {
    const differing = (by: number) =>
      valueTrade({ sources: [says('quote', 1000, 1000), says('pools', 1000 * by, 1000)] })
    expect(differing(1.05).status).toBe('known')
    expect(differing(1.051).status).toBe('disagreeing')
    expect(differing(1 / 1.051).status).toBe('disagreeing')
  })
})

describe('a trade that sources disagree about', () => {
  it('counts the lower value of what arrives, from any source', () => {
    const value = valueTrade({
      sources: [says('quote', 3000, 3000), says('rates', 3000, 3000), says('pools', 3000, 30)],
    })
    expect(value).toMatchObject({
      status: 'disagreeing',
      inputUsd: 3000,
      outputUsd: 30,
      lossFraction: 0.99,
      input: { status: 'known' },
      output: { status: 'disagreeing' },
    })
  })

  it('counts the higher value of what leaves, from any source', () => {
    const value = valueTrade({
      sources: [says('quote', 30, 30), says('rates', 30, 30), says('pools', 3000, 30)],
    })
    expect(value).toMatchObject({ status: 'disagreeing', inputUsd: 3000, outputUsd: 30, lossFraction: 0.99 })
  })

  it('names who says the least and who the most', () => {
    const { input } = valueTrade({
      sources: [says('quote', 30, 30), says('rates', 31, 30), says('pools', 3000, 30)],
    })
    expect(input).toMatchObject({ min: { source: 'quote', usd: 30 }, max: { source: 'pools', usd: 3000 } })
  })
})

describe('a trade that nobody but the service values', () => {
  it.each<[string, Valuation[]]>([
    ['at all', []],
    ['on either side', [says('quote', 3000, 2999), says('rates', 3001, 2999)]],
    ['on the side of what leaves', [says('quote', 3000, 2999), says('pools', undefined, 2999)]],
    ['on the side of what arrives', [says('quote', 3000, 2999), says('host', 3000)]],
  ])('%s is unknown', (_, sources) => {
    expect(valueTrade({ sources }).status).toBe('unknown')
  })

  it('still counts the loss that the service itself admits, and the worse of its words', () => {
    const value = valueTrade({ sources: [says('quote', 1000, 900), says('rates', 1000, 800)] })
    expect(value).toMatchObject({ status: 'unknown', outputUsd: 800, lossFraction: 0.2 })
  })

  it('is unknown before it is disagreeing, and side by side both are told', () => {
    const value = valueTrade({ sources: [says('quote', 3000, 3000), says('pools', undefined, 30)] })
    expect(value).toMatchObject({
      status: 'unknown',
      input: { status: 'unknown' },
      output: { status: 'disagreeing' },
      lossFraction: 0.99,
    })
  })

  it('has no loss where nobody values a side', () => {
    const value = valueTrade({ sources: [says('pools', 3000)] })
    expect(value).toMatchObject({
      status: 'unknown',
      inputUsd: 3000,
      outputUsd: undefined,
      lossFraction: undefined,
    })
  })
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a value of %s says nothing', (nothing) => {
  expect(valueTrade({ sources: [says('host', nothing, nothing)] })).toEqual(valueTrade({ sources: [] }))
})

describe('the cost of gas', () => {
  it('counts as paid', () => {
    const value = valueTrade({ sources: [says('host', 10, 10)], gasUsd: 2.5 })
    expect(value.lossFraction).toBeCloseTo(0.2)
    expect(value).toMatchObject({ inputUsd: 10, outputUsd: 10, gasUsd: 2.5 })
  })

  it.each([undefined, -5, Number.NaN])('of %s is unknown and counts for nothing', (gasUsd) => {
    expect(valueTrade({ sources: [says('host', 10, 10)], gasUsd })).toMatchObject({
      lossFraction: 0,
      gasUsd: undefined,
    })
  })
})
