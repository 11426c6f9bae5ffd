import { afterEach, expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { loadEarly, readHostText } from './load-early.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

it.each<[string, Partial<WidgetConfig>]>([
  ['de', {}],
  ['fr', { hidden: ['settings'] }],
  ['fr', { fixedSettings: ['language'] }],
])('loads %s with %o after the user has chosen German', async (language, given) => {
  localStorage.setItem('sluice:me:settings', JSON.stringify({ language: 'de' }))
  const texts = await loadEarly({ integrator: 'me', locale: 'fr-CH', ...given } as WidgetConfig)
  expect(texts?.language).toBe(language)
})

it('reads the texts of the host before the widget is loaded: by language first, then for any language', () => {
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

it.each<[string, object]>([
  ['de', { language: 'C', languages: ['de-DE'] }],
  ['fr', { language: undefined, languages: ['en-US@posix', 'fr'] }],
])('reads the texts in %s for a navigator of %o', async (language, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const messages = { 'swap.title': 'Trade', [language]: { 'swap.title': 'own' } }
  expect(readHostText({ messages } as unknown as WidgetConfig, 'swap.title')).toBe('own')
  expect((await loadEarly({ integrator: 'me' } as WidgetConfig))?.language).toBe(language)
})

it.each([{}, { language: '' }, { language: 'C', languages: [] }])(
  'uses English for a navigator of %o',
  async (navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(readHostText({} as WidgetConfig, 'swap.title')).toBeUndefined()
    expect(await loadEarly({ integrator: 'me' } as WidgetConfig)).toBeUndefined()
  },
)
