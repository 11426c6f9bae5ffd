import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
import { createTranslation } from './create-translation.ts'
import { addMessages, createTranslator } from './create-translator.ts'
import { MESSAGES_EN } from './messages-en.ts'
import { PAGE_MESSAGES_EN } from './page-messages-en.ts'

addMessages(PAGE_MESSAGES_EN)
const ALL = { ...MESSAGES_EN, ...PAGE_MESSAGES_EN }
const { t } = createTranslator('en')

describe('the translator', () => {
  it('fills in params', () => {
    expect(t('price.rate', { from: 'ETH', rate: '2,431.7', to: 'USDC' })).toBe('1 ETH = 2,431.7 USDC')
  })

  it('selects the plural form by count', () => {
    expect(t('tokens.found', { count: 1 })).toBe('1 token')
    expect(t('tokens.found', { count: 1234 })).toBe('1,234 tokens')
  })

  it('does not fill in params inside of a param', () => {
    expect(t('action.copy', { what: '{what}' })).toBe('Copy {what}')
  })

  it('falls back to English per text, with numbers in the locale', () => {
    const german = createTranslator('de', {
      messages: { 'action.back': 'Zurück', 'tokens.found': { other: '{count} Token' } },
    })
    expect(german.t('action.back')).toBe('Zurück')
    expect(german.t('action.done')).toBe('Done')
    expect(german.t('tokens.found', { count: 1234 })).toBe('1.234 Token')
  })

  it('formats every number with the digits 0 to 9, in which amounts are typed', () => {
    const egyptian = createTranslation('ar-EG')
    expect(egyptian.t('tokens.found', { count: 1234 })).toBe('1,234 tokens')
    expect(egyptian.format.amount(1_234_560_000n, 6)).toBe('1,234.56')
    const written = [
      egyptian.format.usd(1234.5),
      egyptian.format.percent(50),
      egyptian.format.time(0),
      new Intl.DateTimeFormat(egyptian.locale, { dateStyle: 'medium' }).format(0),
    ]
    for (const text of written) expect(text).toMatch(/^[^\p{Nd}]*([0-9][^\p{Nd}]*)+$/u)
  })

  it.each(['ar-EG', 'de-CH-u-ca-buddhist', 'fa-IR-u-nu-arabext'])(
    'keeps the other parts of %s and the digits 0 to 9',
    (locale) => {
      const { language, region, calendar } = new Intl.Locale(locale)
      const written = new Intl.Locale(createTranslator(locale).locale)
      expect(written).toMatchObject({ language, region, calendar, numberingSystem: 'latn' })
    },
  )

  it('creates no number format before a number is shown, because it delays the first page', () => {
    const { NumberFormat } = Intl
    const made = vi.fn((format: typeof NumberFormat, options: []) => new format(...options))
    Object.assign(Intl, { NumberFormat: new Proxy(NumberFormat, { construct: made }) })
    onTestFinished(() => void Object.assign(Intl, { NumberFormat }))
    const { t, format } = createTranslation('de-DE')
    expect(t('swap.title')).not.toBe('')
    expect(made).not.toHaveBeenCalled()
    expect(format.usd(1234.5)).toContain('1.234,50')
    expect(format.usd(2)).toContain('2,00')
    expect(made).toHaveBeenCalledOnce()
  })

  it('reports the language of its texts, which is English without translations', () => {
    expect(createTranslator('sv').lang).toBe('en')
    expect(createTranslator('sv', { messages: { 'action.back': 'Tillbaka' } }).lang).toBe('en')
    expect(createTranslator('sv', { messages: MESSAGES_EN }).lang).toBe('sv')
    expect(createTranslator('en-GB').lang).toBe('en')
  })

  it('marks its Chinese texts as simplified for all Chinese locales, but not a host’s texts', () => {
    addMessages({ 'swap.title': '兑换' }, 'zh')
    expect(['zh', 'zh-TW', 'zh-Hant-HK'].map((locale) => createTranslator(locale).lang)).toEqual(
      Array(3).fill('zh-Hans'),
    )
    expect(createTranslator('zh-TW').locale).toBe('zh-TW-u-nu-latn')
    expect(createTranslator('zh-TW', { messages: MESSAGES_EN }).lang).toBe('zh-TW')
  })

  it('reports the direction of its texts', () => {
    expect(createTranslator('ur-PK').direction).toBe('ltr')
    expect(createTranslator('ur-PK', { messages: MESSAGES_EN }).direction).toBe('rtl')
    expect(createTranslator('de-CH').direction).toBe('ltr')
  })

  it('uses the loaded texts of a language, and the host’s texts before them', () => {
    const before = createTranslator('cy', { language: 'cy' })
    expect([before.lang, before.t('action.back')]).toEqual(['en', 'Back'])
    addMessages({ 'action.back': 'Yn ôl', 'swap.title': 'Cyfnewid' }, 'cy')
    const welsh = createTranslator('cy-GB', { language: 'cy', messages: { 'swap.title': 'Masnach' } })
    expect(welsh.lang).toBe('cy')
    expect(['action.back', 'swap.title', 'action.done'].map((key) => welsh.t(key as never))).toEqual([
      'Yn ôl',
      'Masnach',
      'Done',
    ])
  })

  it('isolates numbers, addresses and ratios inside right-to-left text', () => {
    addMessages({ 'swap.title': 'مبادلة', 'swap.balance': 'الرصيد {amount}' }, 'ar')
    const { t: arabic, format } = createTranslation('ar')
    expect(arabic('swap.balance', { amount: '1.5 ETH' })).toBe('الرصيد \u20681.5 ETH\u2069')
    expect(arabic('price.rate', { from: 'ETH', rate: '2,431', to: 'USDC' })).toBe(
      '\u20661 ETH = 2,431 USDC\u2069',
    )
    expect(format.amount(-1_500_000n, 6)).toBe('\u2066-1.5\u2069')
    expect(format.fieldAmount(1_500_000n, 6)).toBe('1.5')
    expect(t('swap.balance', { amount: '1.5 ETH' })).toBe('Balance 1.5 ETH')
  })

  it('selects the plural form by the language of the text and formats the number by the locale', () => {
    addMessages(
      { 'tokens.found': { one: '{count} tocyn', two: '{count} docyn', other: '{count} o docynnau' } },
      'cy',
    )
    const { t: welsh } = createTranslator('de', { language: 'cy' })
    expect([1, 2, 1234].map((count) => welsh('tokens.found', { count }))).toEqual([
      '1 tocyn',
      '2 docyn',
      '1.234 o docynnau',
    ])
    const polish = createTranslator('pl')
    expect(polish.t('tokens.found', { count: 5 })).toBe('5 tokens')
  })
})

describe('the English catalogue', () => {
  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('has a title and advice for %s', (code) => {
    expect(ALL[`error.${code}`]).not.toBe('')
    expect(ALL[`error.${code}.help`]).not.toBe('')
  })

  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('makes no unproven promise for %s', (code) => {
    const help = ALL[`error.${code}.help`]
    expect(help).not.toMatch(/nothing was (sent|signed)|\bwe (keep )?tr(y|ies)|try again by ourselves/i)
    if (!/REVERTED|SLIPPAGE/.test(code)) expect(help).not.toMatch(/stayed in your wallet/)
  })

  it.each(['WALLET_ERROR', 'TRANSACTION_DROPPED', 'UNKNOWN'] as const)(
    'advises to check the wallet before another attempt after %s',
    (code) => {
      expect(ALL[`error.${code}.help`]).toMatch(/(check|look into) your wallet before/i)
    },
  )

  it('contains no exclamation marks and no technical words', () => {
    for (const message of Object.values(ALL)) {
      for (const text of typeof message === 'string' ? [message] : Object.values(message)) {
        expect(text).not.toMatch(/!|\b(error|invalid|failed to)\b/i)
      }
    }
  })
})
