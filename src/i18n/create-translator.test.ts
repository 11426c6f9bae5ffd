import { describe, expect, it } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
import { createTranslation } from './create-translation.ts'
import { addMessages, createTranslator } from './create-translator.ts'
import { MESSAGES_EN } from './messages-en.ts'
import { PAGE_MESSAGES_EN } from './page-messages-en.ts'

addMessages(PAGE_MESSAGES_EN)
const ALL = { ...MESSAGES_EN, ...PAGE_MESSAGES_EN }
const { t } = createTranslator('en')

describe('the translator', () => {
  it('fills params in', () => {
    expect(t('price.rate', { from: 'ETH', rate: '2,431.7', to: 'USDC' })).toBe('1 ETH = 2,431.7 USDC')
  })

  it('chooses the plural form by count', () => {
    expect(t('tokens.found', { count: 1 })).toBe('1 token')
    expect(t('tokens.found', { count: 1234 })).toBe('1,234 tokens')
  })

  it('never fills a param from within a param', () => {
    expect(t('action.copy', { what: '{what}' })).toBe('Copy {what}')
  })

  it('falls back to English word by word, and writes numbers as the locale does', () => {
    const german = createTranslator('de', {
      'action.back': 'Zurück',
      'tokens.found': { other: '{count} Token' },
    })
    expect(german.t('action.back')).toBe('Zurück')
    expect(german.t('action.done')).toBe('Done')
    expect(german.t('tokens.found', { count: 1234 })).toBe('1.234 Token')
  })

  it('writes every number in the digits 0 to 9, which amounts are typed in', () => {
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

  it('knows the language of its texts', () => {
    expect(createTranslator('de').lang).toBe('en')
    expect(createTranslator('de', { 'action.back': 'Zurück' }).lang).toBe('de')
    expect(createTranslator('en-GB').lang).toBe('en-GB')
  })

  it('knows which way a script runs', () => {
    expect(createTranslator('ar-EG').direction).toBe('rtl')
    expect(createTranslator('de-CH').direction).toBe('ltr')
  })
})

describe('the English catalogue', () => {
  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('has words and advice for %s', (code) => {
    expect(ALL[`error.${code}`]).not.toBe('')
    expect(ALL[`error.${code}.help`]).not.toBe('')
  })

  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('promises nothing for %s that may be untrue', (code) => {
    const help = ALL[`error.${code}.help`]
    expect(help).not.toMatch(/nothing was (sent|signed)|\bwe (keep )?tr(y|ies)|try again by ourselves/i)
    if (code !== 'TRANSACTION_REVERTED') expect(help).not.toMatch(/stayed in your wallet/)
  })

  it.each(['WALLET_ERROR', 'TRANSACTION_DROPPED', 'UNKNOWN'] as const)(
    'says to look before trying again after %s',
    (code) => {
      expect(ALL[`error.${code}.help`]).toMatch(/(check|look into) your wallet before/i)
    },
  )

  it('shouts nowhere', () => {
    for (const message of Object.values(ALL)) {
      for (const text of typeof message === 'string' ? [message] : Object.values(message)) {
        expect(text).not.toMatch(/!|\b(error|invalid|failed to)\b/i)
      }
    }
  })
})
