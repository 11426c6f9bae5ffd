import { expect, it } from 'vitest'
import type { Message } from './message.ts'
import { MESSAGES_EN } from './messages-en.ts'
import { PAGE_MESSAGES_EN } from './page-messages-en.ts'

const texts = Object.entries<Message>({ ...MESSAGES_EN, ...PAGE_MESSAGES_EN }).flatMap(([key, message]) =>
  (typeof message === 'string' ? [message] : Object.values<string>(message)).map((text) => ({ key, text })),
)
const findLonger = (keys: RegExp, words: number) =>
  texts.filter(({ key, text }) => keys.test(key) && text.split(/\s+/).length > words)

it('has notice titles of at most 12 words', () => {
  expect(findLonger(/\.title\w*$|^error\.[A-Z_]+$/, 12)).toEqual([])
})

it('has explanations of at most 20 words', () => {
  expect(findLonger(/help(?:[A-Z]\w*)?$|Help(?:\.\w+)?$/, 20)).toEqual([])
})

it.each([/firm quote/i, /\bundid\b/i, /\benforced?\b/i, /\bcalldata\b/i, /\bcodec\b/i, /\bindicative\b/i])(
  'never uses the internal term %s',
  (term) => {
    expect(texts.filter(({ text }) => term.test(text))).toEqual([])
  },
)
