import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import { serve } from './frame-widget.ts'
import { createPortCalls } from './port-calls.ts'

const { baseUrl, tokensUrl, exchangeRatesUrl, chains } = FIXTURE_CONFIG

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe: () => void
      constructor(notify: () => void) {
        this.observe = notify
      }
    },
  )
  const { attachShadow } = Element.prototype
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function attach(this: Element, options) {
    const shadow = attachShadow.call(this, options)
    // jsdom has none.
    shadow.adoptedStyleSheets ??= []
    return shadow
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  localStorage.clear()
})

const shown = () => document.body.lastElementChild?.shadowRoot?.textContent ?? ''

it('is shown once it has the texts of its language, which a person may have chosen before', async () => {
  localStorage.setItem('sluice:me:settings', JSON.stringify({ language: 'de' }))
  const { port1, port2 } = new MessageChannel()
  serve(port2)
  const seen: string[] = []
  const page = createPortCalls(port1, { size: () => void seen.push(shown()), event: () => {} })
  const data = { integrator: 'me', baseUrl, tokensUrl, exchangeRatesUrl, chains, locale: 'fr' }
  await page.call('mount', { data, functions: [] })
  expect(shown()).toContain('Sie zahlen')
  await vi.waitFor(() => expect(seen[0]).toContain('Sie zahlen'))
  page.close()
})
