import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import type { Message } from '../message.ts'
import { MESSAGES_EN } from '../messages-en.ts'
import { PAGE_MESSAGES_EN } from '../page-messages-en.ts'
import type { Messages } from '../types.ts'

const files = import.meta.glob<Record<'firstPage' | 'laterPages', Messages>>('./??.json', {
  eager: true,
  import: 'default',
})

const ENGLISH: Record<string, Message> = { ...MESSAGES_EN, ...PAGE_MESSAGES_EN }
const languages = LANGUAGES.filter((language) => files[`./${language}.json`])

/** The letters a language is written in; the others use the Latin script. */
const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  bn: /\p{Script=Bengali}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
}

/** Words that some languages share with English. */
const SHARED =
  /\b(?:swaps?|tokens?|max|auto|apy|ens|status|system|wallet|min|details|route|transaction|staking|pools?|stable|type|label|export|import|vaults?|sources?|wrap|unwrap|lending|reset|recent|contract|account|deadline)\b/gi

const forms = (message: Message): Record<string, string> =>
  typeof message === 'string' ? { other: message } : message
const params = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const withoutParams = (text: string) => text.replace(/\{\w+\}/g, '')

describe.each(languages)('the texts in %s', (language) => {
  const file = files[`./${language}.json`]
  const messages: Record<string, Message> = { ...file?.firstPage, ...file?.laterPages }
  const texts = Object.entries(messages).flatMap(([key, message]) =>
    Object.entries(forms(message)).map(([rule, text]) => ({ key, rule, text })),
  )

  it('are complete, the first page without the others too', () => {
    const keys = (known: object) => Object.keys(known).sort()
    expect(keys(ENGLISH).filter((key) => !(key in messages))).toEqual([])
    expect(keys(messages).filter((key) => !(key in ENGLISH))).toEqual([])
    const first = file?.firstPage ?? {}
    expect(keys(MESSAGES_EN).filter((key) => !(key in first))).toEqual([])
  })

  it('have the params of the English ones in every form', () => {
    const wrong = texts.filter(({ key, rule, text }) => {
      const original = forms(ENGLISH[key] ?? '')
      const known = params(original.other ?? '')
      // "One token" may do without its number.
      const needed = rule === 'other' ? known : known.filter((param) => param !== '{count}')
      const found = params(text)
      return needed.some((param) => !found.includes(param)) || found.some((param) => !known.includes(param))
    })
    expect(wrong).toEqual([])
  })

  it('have exactly the plural forms that a whole number selects', () => {
    const rules = new Intl.PluralRules(language)
    const selected = new Set<string>(['other'])
    for (let count = 0; count <= 200; count += 1) selected.add(rules.select(count))
    for (const count of [1_000, 1_000_000]) selected.add(rules.select(count))
    const expected = [...selected].sort()
    const wrong = Object.entries(ENGLISH)
      .filter(([key]) => key in messages)
      .map(([key, original]) => ({ key, original, found: messages[key] ?? '' }))
      .filter(({ original, found }) => {
        if (typeof found === 'string') return typeof original !== 'string' && expected.length > 1
        return (
          typeof original === 'string' ||
          JSON.stringify(Object.keys(found).sort()) !== JSON.stringify(expected)
        )
      })
    expect(wrong.map(({ key, found }) => [key, found])).toEqual([])
  })

  it.skipIf(language === 'en')('are not English', () => {
    const same = texts.filter(
      ({ key, text }) =>
        /\p{L}{2}/u.test(withoutParams(text).replace(SHARED, '')) &&
        Object.values(forms(ENGLISH[key] ?? '')).includes(text),
    )
    expect(same).toEqual([])
  })

  it('are written in the letters of the language', () => {
    const script = SCRIPTS[language] ?? /\p{Script=Latin}/u
    const wrong = texts.filter(({ text }) => {
      const words = withoutParams(text).replace(/\b(?:ENS|APY|TVL|GAS|USD|ETH|name\.eth)\b/gi, '')
      return /\p{L}{3}/u.test(words) && !script.test(words)
    })
    expect(wrong).toEqual([])
  })

  it('have no stray blanks', () => {
    expect(texts.filter(({ text }) => text !== text.trim() || text === '' || / {2}/.test(text))).toEqual([])
  })
})

it('exists for every language but English, and for no other', () => {
  const named = Object.keys(files).map((path) => path.slice(2, 4))
  expect(named.sort()).toEqual(LANGUAGES.filter((language) => language !== 'en').sort())
})
