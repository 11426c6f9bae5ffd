import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sleep } from '../../wire/lib/sleep.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
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
    // jsdom has no adopted style sheets.
    shadow.adoptedStyleSheets ??= []
    return shadow
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  localStorage.clear()
  delete document.documentElement.dataset.sluicePage
})

const shown = () => document.body.lastElementChild?.shadowRoot?.textContent ?? ''

it('links wallet apps on a phone to the page around the frame', async () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
  vi.stubGlobal('navigator', { ...window.navigator, userAgent, language: 'en' })
  const { port1, port2 } = new MessageChannel()
  serve(port2)
  const page = createPortCalls(port1, { size: () => {}, event: () => {} })
  const data = { integrator: 'me', baseUrl, tokensUrl, exchangeRatesUrl, chains, locale: 'en' }
  await page.call('mount', { data, functions: [], page: 'https://shop.test/trade' })
  const within = () => document.body.lastElementChild?.shadowRoot
  const connect = () =>
    [...(within()?.querySelectorAll('button') ?? [])].find((b) => b.textContent === 'Connect wallet')
  await vi.waitFor(() => expect(connect()).toBeDefined())
  act(() => connect()?.click())
  const links = () => [...(within()?.querySelectorAll('a') ?? [])].map(({ href }) => href)
  await vi.waitFor(() => expect(links()).toContain('https://link.metamask.io/dapp/shop.test/trade'), 5_000)
  page.close()
})

it('notifies the page when the user continues in the frame while the page connects a wallet', async () => {
  const { port1, port2 } = new MessageChannel()
  serve(port2)
  const back = vi.fn()
  let connected = () => {}
  const run = () =>
    new Promise<void>((resolve) => {
      connected = resolve
    })
  const page = createPortCalls(port1, { size: () => {}, event: () => {}, back, run })
  const data = { integrator: 'me', baseUrl, tokensUrl, exchangeRatesUrl, chains, locale: 'en' }
  await page.call('mount', { data, functions: ['onConnect'] })
  const connect = () =>
    [...(document.body.lastElementChild?.shadowRoot?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Connect wallet',
    )
  const press = () => act(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await vi.waitFor(() => expect(connect()).toBeDefined())
  press()
  act(() => connect()?.click())
  await page.call('setFields', {})
  expect(back).not.toHaveBeenCalled()
  press()
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(1))
  connected()
  await page.call('setFields', {})
  await page.call('setFields', {})
  press()
  await page.call('setFields', {})
  expect(back).toHaveBeenCalledTimes(1)
  page.close()
})

it('is shown once it has the texts of its language, which the user may have chosen before', async () => {
  // Loading the texts may take long here, so the frame's timeout is disabled.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  localStorage.setItem('sluice:me:settings', JSON.stringify({ language: 'de' }))
  const { port1, port2 } = new MessageChannel()
  serve(port2)
  const seen: string[] = []
  const page = createPortCalls(port1, { size: () => void seen.push(shown()), event: () => {} })
  const data = { integrator: 'me', baseUrl, tokensUrl, exchangeRatesUrl, chains, locale: 'fr' }
  await page.call('mount', { data, functions: [] })
  expect(shown()).toContain('Sie zahlen')
  await expect.poll(() => seen[0]).toContain('Sie zahlen')
  page.close()
})

// The first widget loads the texts, and the second finds them loaded.
it.each(['first', 'second'])(
  'is not shown before it is rendered, as the %s widget with its texts',
  async () => {
    localStorage.setItem('sluice:me:settings', JSON.stringify({ language: 'es' }))
    const { port1, port2 } = new MessageChannel()
    serve(port2)
    const page = createPortCalls(port1, { size: () => {}, event: () => {} })
    const data = { integrator: 'me', baseUrl, tokensUrl, exchangeRatesUrl, chains, locale: 'fr' }
    const mounted = vi.fn()
    // React renders only at the end of this block.
    await act(async () => {
      void page.call('mount', { data, functions: [] }).then(mounted)
      await sleep(500)
      expect(mounted).not.toHaveBeenCalled()
    })
    await expect.poll(() => mounted).toHaveBeenCalled()
    expect(shown()).toContain('Pagas')
    page.close()
  },
)
