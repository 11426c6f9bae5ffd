import { describe, expect, it } from 'vitest'
import { type Valuation, valueTrade } from './value-trade.ts'

const says = (source: Valuation['source'], inputUsd?: number, outputUsd?: number): Valuation => ({
  source,
  inputUsd,
  outputUsd,
})

describe('trade with agreeing sources', () => {
  it('has the values of the source with the largest loss', () => {
    const value = valueTrade({
      sources: [says('quote', 3000, 2999), says('rates', 3010, 2990), says('pools', 2995, 2991)],
    })
    expect(value).toMatchObject({ status: 'known', inputUsd: 3010, outputUsd: 2990 })
    expect(value.lossFraction).toBeCloseTo(20 / 3010)
  })

  it('is not made worse by mixing values of two sources', () => {
    const value = valueTrade({ sources: [says('quote', 3000, 3000), says('pools', 2900, 2900)] })
    expect(value).toMatchObject({ status: 'known', lossFraction: 0 })
  })

  it('mixes sources if only the service knows both sides', () => {
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

  it.each([10, 1e3, 1e6, 1e12, 1e-3])('ignores a source that is off by a factor of %d', (factor) => {
    const [inputUsd, outputUsd] = factor > 1 ? [3000, 3000 * factor] : [3000 * factor, 3000]
    const only = valueTrade({ sources: [says('rates', inputUsd, outputUsd)] })
    expect(only).toMatchObject({ inputUsd: undefined, outputUsd: undefined, lossFraction: undefined })
    const beside = valueTrade({
      sources: [says('pools', 3000, 2990), says('quote', inputUsd, outputUsd)],
    })
    expect(beside).toMatchObject({ status: 'known', inputUsd: 3000, outputUsd: 2990 })
  })

  it('is unknown if the only values of both sides together show an impossible gain', () => {
    const value = valueTrade({ sources: [says('host', 3), says('pools', undefined, 3000)] })
    expect(value).toMatchObject({ inputUsd: undefined, outputUsd: undefined, lossFraction: undefined })
  })

  it('still counts a loss of many powers of ten', () => {
    expect(valueTrade({ sources: [says('pools', 3000, 0.003)] }).lossFraction).toBeCloseTo(1)
  })

  it('tolerates differences up to a twentieth', () => {
    const differing = (by: number) =>
      valueTrade({ sources: [says('quote', 1000, 1000), says('pools', 1000 * by, 1000)] })
    expect(differing(1.05).status).toBe('known')
    expect(differing(1.051).status).toBe('disagreeing')
    expect(differing(1 / 1.051).status).toBe('disagreeing')
  })
})

describe('trade with disagreeing sources', () => {
  it('counts the lowest output value of any source', () => {
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

  it('counts the highest input value of any source', () => {
    const value = valueTrade({
      sources: [says('quote', 30, 30), says('rates', 30, 30), says('pools', 3000, 30)],
    })
    expect(value).toMatchObject({ status: 'disagreeing', inputUsd: 3000, outputUsd: 30, lossFraction: 0.99 })
  })

  it('returns the sources of the lowest and the highest value', () => {
    const { input } = valueTrade({
      sources: [says('quote', 30, 30), says('rates', 31, 30), says('pools', 3000, 30)],
    })
    expect(input).toMatchObject({ min: { source: 'quote', usd: 30 }, max: { source: 'pools', usd: 3000 } })
  })
})

describe('trade valued only by the service', () => {
  it.each<[string, Valuation[]]>([
    ['at all', []],
    ['on either side', [says('quote', 3000, 2999), says('rates', 3001, 2999)]],
    ['on the input side', [says('quote', 3000, 2999), says('pools', undefined, 2999)]],
    ['on the output side', [says('quote', 3000, 2999), says('host', 3000)]],
  ])('is unknown: %s', (_, sources) => {
    expect(valueTrade({ sources }).status).toBe('unknown')
  })

  it('still counts the loss of the service’s own values, with the larger loss', () => {
    const value = valueTrade({ sources: [says('quote', 1000, 900), says('rates', 1000, 800)] })
    expect(value).toMatchObject({ status: 'unknown', outputUsd: 800, lossFraction: 0.2 })
  })

  it('is unknown before it is disagreeing, and returns both sides', () => {
    const value = valueTrade({ sources: [says('quote', 3000, 3000), says('pools', undefined, 30)] })
    expect(value).toMatchObject({
      status: 'unknown',
      input: { status: 'unknown' },
      output: { status: 'disagreeing' },
      lossFraction: 0.99,
    })
  })

  it('has no loss if a side has no value', () => {
    const value = valueTrade({ sources: [says('pools', 3000)] })
    expect(value).toMatchObject({
      status: 'unknown',
      inputUsd: 3000,
      outputUsd: undefined,
      lossFraction: undefined,
    })
  })
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('ignores a value of %s', (nothing) => {
  expect(valueTrade({ sources: [says('host', nothing, nothing)] })).toEqual(valueTrade({ sources: [] }))
})

describe('network cost', () => {
  it('counts as paid', () => {
    const value = valueTrade({ sources: [says('host', 10, 10)], gasUsd: 2.5 })
    expect(value.lossFraction).toBeCloseTo(0.2)
    expect(value).toMatchObject({ inputUsd: 10, outputUsd: 10, gasUsd: 2.5 })
  })

  it.each([undefined, -5, Number.NaN])('is unknown and not counted for %s', (gasUsd) => {
    expect(valueTrade({ sources: [says('host', 10, 10)], gasUsd })).toMatchObject({
      lossFraction: 0,
      gasUsd: undefined,
    })
  })
})
