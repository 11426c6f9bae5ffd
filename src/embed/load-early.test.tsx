import { afterEach, expect, it } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { loadEarly } from './load-early.ts'

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
