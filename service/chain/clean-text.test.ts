import { describe, expect, it } from 'vitest'
import { cleanText } from './clean-text.ts'

describe('what a token says of itself', () => {
  it('loses what cannot be seen', () => {
    expect(cleanText('US\u202eDC\u200b\u0000', 11)).toBe('USDC')
    expect(cleanText('\ufeffA\u2066B\u00ad', 11)).toBe('AB')
    expect(cleanText('\u0007\u200d', 11)).toBe('')
  })

  it('stays on one line and within its length, counted in whole characters', () => {
    expect(cleanText('  Wrapped\n\tEther  ', 64)).toBe('Wrapped Ether')
    expect(cleanText('🦄🦄🦄', 2)).toBe('🦄🦄')
    expect(cleanText('ABCDEFGHIJKLMNO', 11)).toBe('ABCDEFGHIJK')
  })
})
