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
])('reads %s in %s', (locale, language) => {
  expect(findLanguage(locale, LANGUAGES)).toBe(language)
})

it('reads what is not offered in the first language that is', () => {
  expect(findLanguage('ja', ['fr', 'de'])).toBe('fr')
  expect(findLanguage('de-AT', ['fr', 'de'])).toBe('de')
})
