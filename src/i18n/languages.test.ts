import { expect, it } from 'vitest'
import { findLanguage, LANGUAGES } from './languages.ts'

it.each([
  ['de', 'de'],
  ['pt-BR', 'pt'],
  ['zh-TW', 'zh'],
  ['zh-Hant-HK', 'zh'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['EN-us', 'en'],
  ['sv', 'en'],
])('maps %s to %s', (locale, language) => {
  expect(findLanguage(locale, LANGUAGES)).toBe(language)
})

it('selects the first offered language for a locale that is not offered', () => {
  expect(findLanguage('ja', ['fr', 'de'])).toBe('fr')
  expect(findLanguage('de-AT', ['fr', 'de'])).toBe('de')
})
