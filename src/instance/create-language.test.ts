import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { MESSAGES_EN } from '../i18n/messages-en.ts'
import { PAGE_MESSAGES_EN } from '../i18n/page-messages-en.ts'
import type { Messages } from '../i18n/types.ts'
import { createSettingsStore } from '../store/create-settings-store.ts'
import { createValueStore } from '../store/create-value-store.ts'
import { hostSettings } from '../store/host-settings.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'

// Texts stay loaded in their module, so each test imports it again.
vi.resetModules()
const { addMessages } = await import('../i18n/create-translator.ts')
const { createLanguage } = await import('./create-language.ts')

afterEach(() => vi.useRealTimers())
afterAll(() => vi.resetModules())

function setUp(
  host: Partial<WidgetConfig>,
  load: (language: string) => Messages | undefined = (language) => ({ 'swap.title': `Swap in ${language}` }),
) {
  const asked: string[] = []
  const resolved = resolveConfig({ ...FIXTURE_CONFIG, ...host })
  const config = createValueStore(resolved)
  const settings = createSettingsStore(hostSettings(resolved, 1))
  const { translation, follow } = createLanguage({
    config,
    settings,
    hostLocale: host.locale,
    reportError: (error) => {
      throw error
    },
    loadLanguage: async (language) => {
      asked.push(language)
      return load(language)
    },
  })
  const words = () => {
    const { lang, direction, locale, t } = translation.getState()
    return { lang, direction, locale: locale.replace('-u-nu-latn', ''), title: t('swap.title') }
  }
  return { asked, settings, translation, follow, words, config }
}

it('is English until the texts of the language are loaded, which starts on mount', async () => {
  const { asked, words, follow, translation } = setUp({ locale: 'ar-EG' })
  expect(words()).toEqual({ lang: 'en', direction: 'ltr', locale: 'ar-EG', title: 'Swap' })
  expect(asked).toEqual([])
  follow()
  await vi.waitFor(() => expect(words().title).toBe('Swap in ar'))
  expect(words()).toMatchObject({ lang: 'ar', direction: 'rtl', locale: 'ar-EG' })
  expect(asked).toEqual(['ar'])
  // Hydration uses the state that a server rendered.
  expect(translation.getInitialState().lang).toBe('en')
})

it('starts in the language that another widget has already loaded', async () => {
  const first = setUp({ locale: 'uk' })
  first.follow()
  await vi.waitFor(() => expect(first.words().lang).toBe('uk'))
  const second = setUp({ locale: 'uk' })
  expect(second.words().lang).toBe('uk')
  second.follow()
  expect(second.asked).toEqual([])
})

it("follows the user's choice with number formats of that language, and then the host again", async () => {
  const { asked, words, follow, settings, config } = setUp({ locale: 'en-GB' })
  follow()
  expect(asked).toEqual([])
  settings.setState({ language: 'de' })
  await vi.waitFor(() => expect(words()).toMatchObject({ lang: 'de', locale: 'de', title: 'Swap in de' }))
  config.setState({ locale: 'de-CH' })
  expect(words()).toMatchObject({ lang: 'de', locale: 'de-CH' })
  settings.setState({ language: undefined })
  config.setState({ locale: 'en-GB' })
  expect(words()).toMatchObject({ lang: 'en', locale: 'en-GB' })
})

it('uses only languages that the host offers', async () => {
  const { asked, words, follow, settings } = setUp({ locale: 'pl', languages: ['fr', 'it'] })
  settings.setState({ language: 'tr' })
  follow()
  await vi.waitFor(() => expect(words()).toMatchObject({ lang: 'fr', locale: 'pl' }))
  expect(asked).toEqual(['fr'])
})

it('loads nothing when the host provides every text', () => {
  const { asked, words, follow } = setUp({
    locale: 'nl',
    messages: { ...MESSAGES_EN, 'swap.title': 'Ruilen' },
  })
  follow()
  expect(asked).toEqual([])
  expect(words()).toMatchObject({ lang: 'nl', title: 'Ruilen' })
})

it('uses the host’s texts of the chosen language, and no texts of another', async () => {
  const { words, follow, settings } = setUp({
    locale: 'de-CH',
    messages: { 'swap.title': 'Wechseln', fr: { 'swap.title': 'Négocier' } },
  })
  follow()
  expect(words().title).toBe('Wechseln')
  settings.setState({ language: 'fr' })
  expect(words().title).toBe('Négocier')
  settings.setState({ language: 'it' })
  await vi.waitFor(() => expect(words().title).toBe('Swap in it'))
  settings.setState({ language: 'de' })
  expect(words()).toMatchObject({ title: 'Wechseln', locale: 'de-CH' })
})

it('prefers the texts under a language tag, and keeps the translation while nothing changes', () => {
  const { words, translation, config, follow } = setUp({
    locale: 'en-GB',
    messages: { 'swap.title': 'Trade', en: { 'swap.title': 'Exchange' } },
  })
  follow()
  expect(words().title).toBe('Exchange')
  const before = translation.getState()
  config.setState({ priceRefreshMs: 9_000 })
  expect(translation.getState()).toBe(before)
})

it('stays English when a language fails to load, and tries again', async () => {
  vi.useFakeTimers()
  let isDown = true
  const { asked, words, follow } = setUp({ locale: 'vi' }, () => {
    if (isDown) throw new TypeError('Failed to fetch dynamically imported module')
    return { 'swap.title': 'Hoán đổi' }
  })
  const stop = follow()
  await vi.advanceTimersByTimeAsync(0)
  expect(words()).toMatchObject({ lang: 'en', locale: 'vi', title: 'Swap' })
  isDown = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect(words()).toMatchObject({ lang: 'vi', title: 'Hoán đổi' })
  expect(asked).toEqual(['vi', 'vi'])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('does not retry after destroy or for a language that is no longer wanted', async () => {
  vi.useFakeTimers()
  const fail: Record<string, () => void> = {}
  const { asked, follow, settings } = setUp(
    { locale: 'en' },
    ((language: string) =>
      new Promise((_, reject) => {
        fail[language] = () => reject(new TypeError('Failed to fetch dynamically imported module'))
      })) as never,
  )
  const stop = follow()
  settings.setState({ language: 'ru' })
  settings.setState({ language: 'hi' })
  await vi.advanceTimersByTimeAsync(0)
  fail.hi?.()
  await vi.advanceTimersByTimeAsync(10_000)
  fail.ru?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['ru', 'hi', 'hi'])
  stop()
  fail.hi?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(3)
  expect(vi.getTimerCount()).toBe(0)
})

it('loads the texts of later pages in its language after another widget loaded them in another one', async () => {
  // Simulates the script, which loads the language beside the widget.
  addMessages({ 'swap.title': 'Échanger' }, 'fr')
  const heading = (widget: ReturnType<typeof setUp>) => widget.translation.getState().t('settings.title')
  const first = setUp({ locale: 'en' })
  first.follow()
  addMessages(PAGE_MESSAGES_EN)
  const second = setUp({ locale: 'fr' })
  expect(heading(second)).toBe('Settings')
  const heard = vi.fn()
  second.translation.subscribe(heard)
  second.follow()
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 5_000)
  expect(heading(second)).toBe('Paramètres')
  expect(second.asked).toEqual([])
})
