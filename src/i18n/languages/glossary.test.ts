import { describe, expect, it } from 'vitest'
import type { Message } from '../message.ts'
import type { Messages } from '../types.ts'
import { GLOSSARY } from './glossary.ts'

const files = import.meta.glob<Record<string, Messages>>('./??.json', { eager: true, import: 'default' })

describe.each(Object.entries(GLOSSARY))('the texts in %s', (language, terms) => {
  const texts: string[] = Object.values(files[`./${language}.json`] ?? {})
    .flatMap((part) => Object.entries<Message>(part))
    .flatMap(([key, message]) =>
      Object.values<string>(typeof message === 'string' ? { other: message } : message).map(
        (text) => `${key}: ${text}`,
      ),
    )
  const words = texts.map((text) => text.replace(/^[^:]*|\{\w+\}/g, ''))

  it.each(terms)('say %s, and no other word for it', (term, others) => {
    expect(texts.filter((_, index) => others.test(words[index] ?? ''))).toEqual([])
    expect(words.filter((text) => text.toLowerCase().includes(term.toLowerCase()))).not.toEqual([])
  })
})
