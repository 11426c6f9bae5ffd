import { afterEach, expect, it } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { loadEarly, readHostText } from './load-early.ts'

afterEach(() => localStorage.clear())

it.each<[string, Partial<WidgetConfig>]>([
  ['de', {}],
  ['fr', { hidden: ['settings'] }],
  ['fr', { fixedSettings: ['language'] }],
])('loads %s with %o, where a person has chosen German before', async (language, given) => {
  localStorage.setItem('sluice:me:settings', JSON.stringify({ language: 'de' }))
  const texts = await loadEarly({ integrator: 'me', locale: 'fr-CH', ...given } as WidgetConfig)
  expect(texts?.language).toBe(language)
})

it('reads the words of a host that are there before the widget: by language, before those for any', () => {
  const read = (config: Partial<WidgetConfig>) => readHostText(config as WidgetConfig, 'swap.title')
  const messages = { 'swap.title': 'Trade', de: { 'swap.title': 'Handeln' } }
  expect(read({ messages, locale: 'de-AT' })).toBe('Handeln')
  expect(read({ messages, locale: 'fr' })).toBe('Trade')
  expect(read({ messages: { de: {} }, locale: 'de' })).toBeUndefined()
  for (const wrong of [null, 'text', { 'swap.title': 1 }]) {
    expect(read({ messages: wrong as never })).toBeUndefined()
  }
  expect(read({})).toBeUndefined()
})
