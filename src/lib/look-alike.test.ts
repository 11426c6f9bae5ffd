import { describe, expect, it } from 'vitest'
import { createLookAlikes, lookKeys } from './look-alike.ts'

function areAlike(a: string, b: string): boolean {
  return lookKeys(a).some((key) => lookKeys(b).includes(key))
}

describe('two symbols', () => {
  it.each([
    ['Cyrillic', 'USDТ', 'USDT'],
    ['Cyrillic all through', 'ЕТН', 'ETH'],
    ['small Cyrillic', 'wвтс', 'WBTC'],
    ['Greek', 'ΤΕΤΗ', 'TETH'],
    ['a Greek capital in fashion', 'ΞTH', 'ETH'],
    ['fullwidth', 'ＵＳＤＣ', 'USDC'],
    ['mathematical bold', '𝐔𝐒𝐃𝐂', 'USDC'],
    ['mathematical script', '𝓦𝓔𝓣𝓗', 'WETH'],
    ['circled', 'ⓊⓈⒹⒸ', 'USDC'],
    ['squared', '🅄🅂🄳🄲', 'USDC'],
    ['Cherokee', 'ᎠᎪᎥ', 'DAI'],
    ['Lisu', 'ꓴꓢꓓꓚ', 'USDC'],
    ['small capitals', 'ᴅᴀɪ', 'DAI'],
    ['accents', 'ÚŚĎĆ', 'USDC'],
    ['struck letters', 'USĐŦ', 'USDT'],
    ['currency signs', 'USD₮', 'USDT'],
    ['a dollar sign before', '$USDC', 'USDC'],
    ['a dollar sign within', 'U$DC', 'USDC'],
    ['another case', 'usdc', 'USDC'],
    ['l for I', 'DAl', 'DAI'],
    ['I for l', 'SoIana', 'Solana'],
    ['1 for I', 'L1NK', 'LINK'],
    ['0 for O', 'C0MP', 'COMP'],
    ['5 for S', 'U5DC', 'USDC'],
    ['two V for W', 'VVETH', 'WETH'],
    ['signs around', '·USDC™.', 'USDC'],
    ['a picture', 'USDC🦄', 'USDC'],
    ['spaces', 'US DC', 'USDC'],
    ['a small symbol against a capital one', 'link', 'LINK'],
  ])('look alike by %s', (_, imitation, original) => {
    expect(areAlike(imitation, original)).toBe(true)
  })

  it.each([
    ['USDC', 'USDT'],
    ['USDC', 'USDC.e'],
    ['ETH', 'WETH'],
    ['ETH', 'stETH'],
    ['DAI', 'DAL'],
    ['BTC', 'BCH'],
    ['USDC', 'sUSDC'],
    ['中文', '日本'],
  ])('do not look alike: %s and %s', (a, b) => {
    expect(areAlike(a, b)).toBe(false)
  })

  it('have no look where nothing can be read of them', () => {
    expect(lookKeys('🦄')).toEqual([])
    expect(lookKeys('')).toEqual([])
    expect(areAlike('🦄', '🚀')).toBe(false)
  })
})

describe('a token that looks like another', () => {
  const USDT = { address: '0xAA', symbol: 'USDT' }
  const fake = { address: '0xbb', symbol: 'USDТ' }
  const fakeAgain = { address: '0xcc', symbol: 'USDT' }

  it('is reported for the token that ranks lower, and never for the original', () => {
    const imitated = createLookAlikes([USDT, fake, fakeAgain])
    expect(imitated(USDT)).toBeUndefined()
    expect(imitated({ ...USDT, address: '0xaa' })).toBeUndefined()
    expect(imitated(fake)).toBe(USDT)
    expect(imitated(fakeAgain)).toBe(USDT)
  })

  it('is reported for a token without a rank', () => {
    expect(createLookAlikes([USDT])({ address: '0xdd', symbol: 'USDT' })).toBe(USDT)
    expect(createLookAlikes([USDT])({ address: '0xdd', symbol: 'MOON' })).toBeUndefined()
    expect(createLookAlikes([])(fake)).toBeUndefined()
  })
})
