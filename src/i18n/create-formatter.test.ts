import { describe, expect, it } from 'vitest'
import { createFormatter } from './create-formatter.ts'

const en = createFormatter('en')
const de = createFormatter('de')

describe('amounts', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '<0.00000001'],
    [1n, 6, '0.000001'],
    [1_500_000_000_000_000_000n, 18, '1.5'],
    [2_431_704_512n, 6, '2,431.7'],
    [2_431_709_912n, 6, '2,431.7'],
    [123_456_789_999_999n, 6, '123,456,789'],
    [123_456_789n, 18, '<0.00000001'],
    [123_456_789_000_000n, 18, '0.0001234'],
    [99_999_999n, 8, '0.999999'],
    [-1_500_000n, 6, '-1.5'],
    [10n ** 48n, 18, `1${',000'.repeat(10)}`],
  ])('formats %s at %d decimals as %s', (value, decimals, shown) => {
    expect(en.amount(value, decimals)).toBe(shown)
  })

  it('never rounds up', () => {
    expect(en.amount(999_999_999_999n, 6)).toBe('999,999')
  })

  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000_000_000_000_001n, 18, '1.50001'],
    [413_786_640_000_000_000n, 18, '0.413787'],
    [2_431_704_512n, 6, '2,431.71'],
    [999_999_999_999n, 6, '1,000,000'],
    [123_456_789_000_000n, 18, '0.0001235'],
    [7n, 0, '7'],
  ])('rounds %s at %d decimals up to %s as a maximum', (value, decimals, shown) => {
    expect(en.maximum(value, decimals)).toBe(shown)
  })

  it('formats field values without grouping and never as 0', () => {
    expect(de.fieldAmount(2_431_704_512n, 6)).toBe('2431.7')
    expect(en.fieldAmount(1n, 18)).toBe('0.000000000000000001')
  })

  it('shows every digit of an exact amount', () => {
    expect(en.exactAmount(1_234_567_890_123_456_789n, 18)).toBe('1.234567890123456789')
    expect(de.exactAmount(12_345_000_001n, 6)).toBe('12.345,000001')
  })

  it.each([
    [2_831_300_000n, '2,831.30'],
    [12_345_678_999n, '12,345.67'],
    [1_093_280n, '1.09'],
    [2_500_000_000n, '2,500'],
    [1_000_001n, '1'],
    [612_300n, '0.6123'],
    [0n, '0'],
  ])('formats amounts of dollar tokens with two decimals: %s is %s', (value, shown) => {
    for (const symbol of ['USDC', 'aEthUSDT', 'DAI']) expect(en.amount(value, 6, symbol)).toBe(shown)
  })

  it('rounds maximum amounts of dollar tokens up to the cent', () => {
    expect(en.maximum(2_831_300_001n, 6, 'USDC')).toBe('2,831.31')
    expect(en.maximum(2_831_300_000n, 6, 'USDC')).toBe('2,831.30')
    expect(en.fieldAmount(2_831_300_000n, 6, 'USDC')).toBe('2831.30')
  })

  it('follows the locale', () => {
    expect(de.amount(2_431_704_512n, 6)).toBe('2.431,7')
    expect(de.separator).toBe(',')
  })
})

describe('dollars and percentages', () => {
  it('never show a small value as 0', () => {
    expect(en.usd(0.004)).toBe('<$0.01')
    expect(en.percent(0.4)).toBe('<0.01%')
  })

  it('are short', () => {
    expect(en.usd(2431.7)).toBe('$2,431.70')
    expect(en.usd(1.5e12)).toBe('$1.50T')
    expect(en.usd(2.8e27)).toBe('>$999.00T')
    expect(en.percent(50)).toBe('0.5%')
    expect(en.percent(-123, { signed: true })).toBe('-1.23%')
    expect(en.percent(12, { signed: true })).toBe('+0.12%')
  })
})
