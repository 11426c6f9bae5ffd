import { describe, expect, it } from 'vitest'
import {
  amountOfForm,
  applyBps,
  applyBpsRoundedUp,
  formatAmount,
  parseAmount,
  truncateDecimals,
} from './amount.ts'

/** A seeded random generator, so that every run uses the same amounts. */
function createRandom(seed: number): () => bigint {
  let state = BigInt(seed)
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return state
  }
}

describe('base units and decimal strings', () => {
  it('convert back to the same amount for any decimals and size', () => {
    const random = createRandom(7)
    for (let round = 0; round < 2_000; round += 1) {
      const decimals = Number(random() % 37n)
      const value = (random() * random()) % 10n ** (random() % 49n)
      const text = formatAmount(value, decimals)
      expect(text).toMatch(/^[0-9]+(\.[0-9]*[1-9])?$/)
      expect(parseAmount(text, decimals)).toBe(value)
    }
  })

  it.each([
    [1n, 18, '0.000000000000000001'],
    [10n ** 30n, 0, `1${'0'.repeat(30)}`],
    [0n, 6, '0'],
    [-1_500_000n, 6, '-1.5'],
  ])('format %s at %i decimals as %s', (value, decimals, text) => {
    expect(formatAmount(value, decimals)).toBe(text)
  })

  it.each(['', '.', '1e5', '-1', '1,5', ' 1', '0x1', '1.2.3', 'NaN', '1.0000001'])('reject "%s"', (text) => {
    expect(parseAmount(text, 6)).toBeUndefined()
  })

  it.each([
    ['.5', 500_000n],
    ['1.', 1_000_000n],
    ['007', 7_000_000n],
  ])('parse an unfinished "%s"', (text, value) => {
    expect(parseAmount(text, 6)).toBe(value)
  })
})

describe('form amount', () => {
  it.each([
    ['1.123456789', 6, '1.123456'],
    ['1.5', 6, '1.5'],
    ['1.5', 0, '1'],
    ['15', 6, '15'],
  ])('truncates "%s" to %i decimals as "%s"', (amount, decimals, cut) => {
    expect(truncateDecimals(amount, decimals)).toBe(cut)
  })

  it('keeps its value with another token’s decimals', () => {
    expect(amountOfForm('1.123456789', 6)).toBe(1_123_456n)
    expect(amountOfForm('', 6)).toBeUndefined()
  })
})

describe('basis points', () => {
  it('are applied rounded down, or rounded up', () => {
    expect(applyBps(999n, 50)).toBe(4n)
    expect(applyBpsRoundedUp(999n, 50)).toBe(5n)
    expect(applyBpsRoundedUp(1_000n, 10_000)).toBe(1_000n)
  })
})
