import { describe, expect, it } from 'vitest'
import type { Message } from '../message.ts'
import type { Messages } from '../types.ts'
import { GLOSSARY } from './glossary.ts'

const modules = import.meta.glob<Messages>('./??{,-pages}.ts', { eager: true, import: 'messages' })

describe.each(Object.entries(GLOSSARY))('the texts in %s', (language, terms) => {
  const texts: string[] = [`./${language}.ts`, `./${language}-pages.ts`]
    .flatMap((path) => Object.entries<Message>(modules[path] ?? {}))
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
