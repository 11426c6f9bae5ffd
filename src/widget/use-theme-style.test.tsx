import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { SwapWidget, type SwapWidgetProps } from './swap-widget.tsx'

const fonts = new Set<object>()
/** The code of the typeface loads slowly on a busy machine. */
const PATIENT = { timeout: 10_000 }

class RecordedFont {
  readonly family: string
  readonly source: Uint8Array

  constructor(family: string, source: Uint8Array) {
    this.family = family
    this.source = source
  }
}

/** Records the fonts of a page, because jsdom has none. */
function show(config: Partial<SwapWidgetProps> = {}) {
  vi.stubGlobal('FontFace', RecordedFont)
  Object.defineProperty(document, 'fonts', { configurable: true, value: fonts })
  const { container, unmount } = render(<SwapWidget {...FIXTURE_CONFIG} {...config} />)
  return { root: () => container.querySelector('[data-sluice-root]'), unmount }
}

afterEach(() => {
  vi.unstubAllGlobals()
  fonts.clear()
})

it('loads the typeface after the first paint and removes it with the widget', async () => {
  const { root, unmount } = show()
  expect(root()).not.toBeNull()
  expect(fonts.size).toBe(0)
  await waitFor(() => expect(fonts.size).toBe(1), PATIENT)
  const [face] = fonts as Set<{ family: string; source: Uint8Array }>
  expect(face?.family).toBe('Sluice Figtree')
  expect(String.fromCharCode(...(face?.source.slice(0, 4) ?? []))).toBe('wOF2')
  expect(face?.source.length).toBeLessThanOrEqual(20_000)
  unmount()
  await waitFor(() => expect(fonts.size).toBe(0), PATIENT)
})

it.each([
  ['the font is inherited', { font: 'inherit' }, 'inherit'],
  ['the theme names another font', { themeTokens: { fontFamily: 'Georgia' } }, null],
  [
    'the theme names another font than the inherited',
    { font: 'inherit', themeTokens: { fontFamily: 'Georgia' } },
    null,
  ],
  ['the language needs other letters', { locale: 'pl' }, null],
] as const)('loads no typeface if %s', async (_, config, attribute) => {
  const { root } = show(config)
  const lang = 'locale' in config ? config.locale : 'en'
  await waitFor(() => expect(root()?.getAttribute('lang')).toBe(lang), PATIENT)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(fonts.size).toBe(0)
  expect(root()?.getAttribute('data-sluice-font')).toBe(attribute)
})
