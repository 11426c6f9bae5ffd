import { describe, expect, it } from 'vitest'
import { isPlainAmount, readTypedAmount } from './read-amount.ts'
import { readPastedAmount, readPastedTrade } from './read-pasted-amount.ts'

const en = { separator: '.', decimals: 6 }
const de = { separator: ',', decimals: 6 }

describe('a typed amount', () => {
  it.each([
    ['', ''],
    ['.', '0.'],
    ['.5', '0.5'],
    ['1.', '1.'],
    ['1,5', '1.5'],
    ['007', '7'],
    ['0', '0'],
    ['0.10', '0.10'],
    ['1 000', '1000'],
    ['1.1234567', '1.123456'],
    ['١٫٥', '1.5'],
    ['１．５', '1.5'],
    ['\u200e1.5\u200f', '1.5'],
    ['1\u202f000', '1000'],
  ])('parses %j as %j in any locale', (text, read) => {
    expect(readTypedAmount(text, en)).toBe(read)
    expect(readTypedAmount(text, de)).toBe(read)
  })

  it.each(['1.2.3', 'abc', '1e5', '-1', '1'.repeat(31), '\u202e5.1', '10²'])('rejects %j', (text) => {
    expect(readTypedAmount(text, en)).toBeUndefined()
  })

  it('supports tokens without decimals', () => {
    expect(readTypedAmount('1.5', { separator: '.', decimals: 0 })).toBe('1')
  })
})

describe('a pasted amount', () => {
  it.each([
    ['1,234.56', '1234.56', '1234.56'],
    ['1.234,56', '1234.56', '1234.56'],
    ['1,234', '1234', '1.234'],
    ['1.234', '1.234', '1234'],
    ['0,123', '0.123', '0.123'],
    ['1,5', '1.5', '1.5'],
    ['1,234,567', '1234567', '1234567'],
    ["1'234.5", '1234.5', '1234.5'],
    ['1 234,5', '1234.5', '1234.5'],
    ['1 234 567', '1234567', '1234567'],
    ['12 34 567.5', '1234567.5', '1234567.5'],
    ['0.000 001', '0.000001', '0.000001'],
    [' 1.5 ETH ', '1.5', '1.5'],
    ['1.5 ETH to USDC', '1.5', '1.5'],
    ['1.5 ETH → USDC', '1.5', '1.5'],
    ['2 weth for dai', '2', '2'],
    ['1.5ETH->USDC', '1.5', '1.5'],
    ['1.5 USDC.e', '1.5', '1.5'],
    ['100 USD₮0', '100', '100'],
    ['ETH 1.5', '1.5', '1.5'],
    ['USDC.e 1.5', '1.5', '1.5'],
    ['ETH 1.5 to USDC.e', '1.5', '1.5'],
    ['2 stETH → USD₮0', '2', '2'],
    // The Windows calculator copies these marks.
    ['\u202d1,234.5\u202c', '1234.5', '1234.5'],
    ['\u200e1.5\u200e', '1.5', '1.5'],
    ['\u20671.5\u2069', '1.5', '1.5'],
    ['\ufeff1.5\u200b', '1.5', '1.5'],
    ['1\u200b234.5', '1234.5', '1234.5'],
    ['1\u00a0234,5', '1234.5', '1234.5'],
    ['1\u202f234,5', '1234.5', '1234.5'],
    ['1\u2009234.5', '1234.5', '1234.5'],
    ['1\u3000234.5', '1234.5', '1234.5'],
    ['１，２３４．５', '1234.5', '1234.5'],
    ['１２', '12', '12'],
    ['١٢٣٫٤٥', '123.45', '123.45'],
    ['١٬٢٣٤٫٥', '1234.5', '1234.5'],
    ['١٫٢٣٤', '1.234', '1.234'],
    ['۱۲٫۵', '12.5', '12.5'],
    ['१२.५', '12.5', '12.5'],
    ['๑๒.๕', '12.5', '12.5'],
    ['᭑᭒.᭕', '12.5', '12.5'],
    ['𝟭𝟮.𝟱', '12.5', '12.5'],
    ['1’234’567.8', '1234567.8', '1234567.8'],
    ['1ʼ234.5', '1234.5', '1234.5'],
    ['1‘234.5', '1234.5', '1234.5'],
    ['1＇234.5', '1234.5', '1234.5'],
  ])('parses %j as %j in English and %j in German', (text, english, german) => {
    expect(readPastedAmount(text, en)).toBe(english)
    expect(readPastedAmount(text, de)).toBe(german)
  })

  it.each([
    ['1.5 ETH to USDC.e', 'ETH', 'USDC.e'],
    ['ETH 1.5 -> USD₮0', 'ETH', 'USD₮0'],
    ['1.5 ETH', 'ETH', undefined],
    ['1.5', undefined, undefined],
  ])('extracts the tokens of %j', (text, input, output) => {
    expect(readPastedTrade(text, en)).toEqual({ amount: '1.5', input, output })
  })

  it.each([
    '\u202e5.1',
    '10²',
    '½',
    '1½',
    '⑤',
    'Ⅴ',
    '1٫2٫3',
    '١٫٢٬٣٤٥',
    "1'23.5",
    '一二',
    '$12.50',
    '$100',
    '100 $',
    '100€',
    '€ 1.234,50',
    'US$ 100',
    '100 US$',
    '≈$5',
    '＄5',
    '₮100',
    '100 ₮',
    '1.5$100',
    '1.5 ETH to US$',
    '5e-8',
    '0x10',
    '-5',
    '−5',
    '1e3',
    'minus 5',
    'Minus 5',
    '10 1INCH',
    'ETH 1.5 USDC',
    '1.5 or 2',
    'ETH',
    '1,23,4.5.6',
    '1.5k',
    '2 million',
    '1.5 ETH to 3000 USDC',
    '1.5 ETH or USDC',
    '0.5\t1200',
    '1.5\n2000',
    '10 20',
    '1 23',
    '1 2345',
    '5 lakh',
    '5万',
    '5 тыс',
    '5 Mrd',
    '5 gwei',
    '5 wei',
    '5kk',
    '1e18.5',
    '‒5',
    '‑5',
    '‐5',
    '―5',
  ])('rejects %j', (text) => {
    expect(readPastedAmount(text, en)).toBeUndefined()
  })
})

describe('a pasted dollar amount', () => {
  it.each([
    ['$12.50', '12.50'],
    ['$ 1,234.5', '1234.5'],
    ['12.50 $', '12.50'],
    ['12.50$', '12.50'],
    ['US$100', '100'],
    ['100 US$', '100'],
    ['≈$5', '5'],
    ['100 USD', '100'],
    ['100 USD₮0', '100'],
    ['12.50', '12.50'],
    ['＄12.50', '12.50'],
    ['\u200e$1,234.50\u200e', '1234.50'],
  ])('parses %j as %j', (text, read) => {
    expect(readPastedAmount(text, { ...en, decimals: 2, isUsd: true })).toBe(read)
  })

  it.each(['€100', '100 €', 'A$100', 'HK$ 100', '100 CA$', '$-5', '-$5', '$5k', '1$5', '₮5'])(
    'rejects %j',
    (text) => {
      expect(readPastedAmount(text, { ...en, decimals: 2, isUsd: true })).toBeUndefined()
    },
  )
})

describe('a plain number', () => {
  it.each(['1', '1.5', '1,5', '0.123', '012.345', '1234.567', '1234,5', '.5', ',25', '1.', '1'.repeat(31)])(
    'accepts %j, which has the same value pasted and typed',
    (text) => {
      expect(isPlainAmount(text)).toBe(true)
      for (const locale of [en, de])
        expect(readPastedAmount(text, locale)).toBe(readTypedAmount(text, locale))
    },
  )

  it.each(['', '.', '1,234', '12.345', '1,234.5', '1 000', '-1', '1.5 ETH', '1e5', '٤٢'])(
    'excludes %j',
    (text) => {
      expect(isPlainAmount(text)).toBe(false)
    },
  )
})
