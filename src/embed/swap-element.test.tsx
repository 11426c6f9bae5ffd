import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { PageName } from '../events/types.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { defineSwapElement, type SwapElement } from './swap-element.ts'
import type { SwapElementEventMap } from './types.ts'

const reported = vi.fn()
beforeAll(() => defineSwapElement())
beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
})
afterEach(async () => {
  cleanup()
  await act(async () => document.body.replaceChildren())
  vi.unstubAllGlobals()
})

/** Creates an element, and records its failures as the page receives them. */
function create() {
  const element = document.createElement('sluice-swap')
  const shadow = element.attachShadow({ mode: 'open' })
  // jsdom has no adopted style sheets.
  shadow.adoptedStyleSheets ??= []
  const page = document.body.appendChild(document.createElement('main'))
  const failures: SwapElementEventMap['widgetFailed'][] = []
  page.addEventListener('widgetFailed', (event) => failures.push(event as (typeof failures)[number]))
  return { element, shadow, page, failures }
}
const amountIn = (shadow: ShadowRoot) => shadow.querySelector<HTMLInputElement>('[data-part="amount"]')

it('gets its config as a property from React, its attributes and its listeners', () => {
  const entered: PageName[] = []
  const { container } = render(
    <sluice-swap
      config={FIXTURE_CONFIG}
      slippage-bps={30}
      onpageEntered={({ detail }) => entered.push(detail)}
    />,
  )
  const element = container.querySelector('sluice-swap') as SwapElement
  expect(element.config).toBe(FIXTURE_CONFIG)
  expect(element.getAttribute('slippage-bps')).toBe('30')
  act(() => void element.dispatchEvent(new CustomEvent('pageEntered', { detail: 'review' })))
  expect(entered).toEqual(['review'])
})

it('dispatches an event for an invalid config, and reports it unless a listener prevents that', async () => {
  const { element, page, failures } = create()
  element.config = { ...FIXTURE_CONFIG, integrator: '' }
  page.append(element)
  await waitFor(() => expect(failures).toHaveLength(1))
  expect(failures[0]).toMatchObject({ target: element, detail: { code: 'CONFIG_INVALID' } })
  expect(failures[0]?.detail.message).toContain('integrator')
  expect(reported.mock.calls).toEqual([[failures[0]?.detail]])

  page.addEventListener('widgetFailed', (event) => event.preventDefault())
  element.config = { ...FIXTURE_CONFIG, baseUrl: 'nowhere' }
  await waitFor(() => expect(failures).toHaveLength(2))
  expect(failures[1]?.detail.message).toContain('baseUrl')
  expect(reported).toHaveBeenCalledOnce()
})

it('dispatches an event for a later invalid config, and keeps its widget', async () => {
  const { element, shadow, page, failures } = create()
  element.config = FIXTURE_CONFIG
  await act(async () => page.append(element))
  await waitFor(() => expect(amountIn(shadow)?.value).toBe('1.5'))
  await act(async () => {
    element.config = { ...FIXTURE_CONFIG, integrator: '' }
  })
  expect(failures.map(({ detail }) => detail.code)).toEqual(['CONFIG_INVALID'])
  await act(async () => element.setAttribute('config', '{oops'))
  expect(failures.map(({ detail }) => detail.code)).toEqual(['CONFIG_INVALID', 'CONFIG_INVALID'])
  expect(amountIn(shadow)?.value).toBe('1.5')
})

it('shows and dispatches an error for a config that is not JSON, and starts when it is corrected', async () => {
  const { element, shadow, page, failures } = create()
  element.setAttribute('config', '{oops')
  page.append(element)
  await waitFor(() => expect(shadow.querySelector('[role=alert]')).not.toBeNull())
  expect(shadow.querySelector('[role=alert]')).toHaveTextContent('Please tell the owner of this site.')
  expect(failures).toHaveLength(1)
  expect(failures[0]?.detail).toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('<sluice-swap config>: expected JSON'),
  })
  await act(async () => element.setAttribute('config', JSON.stringify(FIXTURE_CONFIG)))
  await waitFor(() => expect(amountIn(shadow)?.value).toBe('1.5'))
  expect(failures).toHaveLength(1)
})

it.each([null, undefined])('waits while its config is %s, as before a framework sets it', async (nothing) => {
  const { element, shadow, page, failures } = create()
  element.config = nothing
  element.setAttribute('theme', 'dark')
  await act(async () => page.append(element))
  expect(shadow.childElementCount).toBe(0)
  await act(async () => {
    element.config = FIXTURE_CONFIG
  })
  await waitFor(() => expect(amountIn(shadow)?.value).toBe('1.5'))
  expect(failures).toEqual([])
})
