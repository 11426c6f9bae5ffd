import { act, render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { loadLanguage } from '../i18n/load-language.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { mountLater } from './create-in-page.ts'
import { type MountedWidget, mount } from './mount.tsx'

let mounted: MountedWidget | undefined
afterEach(async () => {
  await act(async () => mounted?.destroy())
  document.body.replaceChildren()
})

/** A component of a host that destroys a widget when it unmounts. */
function Host({ destroy }: { destroy: () => void }) {
  useEffect(() => destroy, [destroy])
  return null
}

const chains = FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, label: `${chain.label} 2` }))

async function open(config: WidgetConfig = FIXTURE_CONFIG) {
  const host = document.createElement('div')
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  // jsdom has no adopted style sheets.
  shadow.adoptedStyleSheets ??= []
  const heard: string[] = []
  await act(async () => {
    mounted = mount(shadow, config, {
      loadLanguage,
      onCreated: ({ onAny }) => void onAny(({ name }) => heard.push(name)),
    })
  })
  const amount = () => shadow.querySelector<HTMLInputElement>('[aria-label="Amount you pay"]')?.value
  await waitFor(() => expect(amount()).toBe('1.5'))
  return { shadow, heard, amount, widget: mounted as MountedWidget }
}

it('replaces the widget for a rebuild field, with the typed text and the same listeners', async () => {
  const { widget, shadow, heard, amount } = await open()
  await act(() => widget.setFields({ amount: '7' }))
  await act(async () => widget.update({ ...FIXTURE_CONFIG, chains, theme: 'dark' }))
  await waitFor(() => expect(shadow.querySelector('[data-sluice-theme="dark"]')).not.toBeNull())
  expect(amount()).toBe('7')
  expect(heard.filter((name) => name === 'pageEntered')).toHaveLength(2)
  heard.length = 0
  await act(() => widget.setFields({ amount: '8' }))
  expect(heard).toEqual(['formFieldChanged'])
  expect(amount()).toBe('8')
})

it('keeps the widget and the typed text for a live field', async () => {
  const { widget, shadow, amount } = await open()
  await act(() => widget.setFields({ amount: '7' }))
  await act(async () => widget.update({ ...FIXTURE_CONFIG, theme: 'dark' }))
  expect(shadow.querySelector('[data-sluice-theme="dark"]')).not.toBeNull()
  expect(amount()).toBe('7')
})

it('keeps the widget when a new one cannot start with the config', async () => {
  const { widget, amount } = await open()
  await act(() => widget.setFields({ amount: '7' }))
  const token = FIXTURE_CONFIG.output?.token as string
  const tokens = { 31337: { deny: [token as `0x${string}`] } }
  expect(() => widget.update({ ...FIXTURE_CONFIG, chains, tokens })).toThrow(/output.token/)
  expect(amount()).toBe('7')
})

it('calls no listener of the handle after `off`, before or after the widget is mounted', async () => {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets ??= []
  const handle = mountLater(shadow, FIXTURE_CONFIG, {})
  const [never, some, others]: [string[], string[], string[]] = [[], [], []]
  const onNever = () => never.push('pageEntered')
  const onSome = (page: string) => some.push(page)
  handle.on('pageEntered', onNever)
  handle.on('pageEntered', onSome)
  handle.on('pageEntered', (page) => others.push(page))
  handle.off('pageEntered', onNever)
  await act(() => handle.ready)
  await waitFor(() => expect(some).toEqual(['swap']))
  handle.off('sendToWalletToggled', onSome)
  handle.off('pageEntered', onSome)
  const settings = await waitFor(() => shadow.querySelector<HTMLElement>('[data-focus-key="settings"]')!)
  act(() => settings.click())
  await waitFor(() => expect(others).toEqual(['swap', 'settings']))
  expect({ never, some }).toEqual({ never: [], some: ['swap'] })
  await act(async () => handle.destroy())
})

it('starts with the text typed while it loaded, as if it were typed in the form', async () => {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets ??= []
  const { input, ...config } = FIXTURE_CONFIG
  const handle = mountLater(shadow, { ...config, input: { token: input?.token as string } }, {})
  const changes: unknown[] = []
  handle.on('formFieldChanged', (change) => changes.push(change))
  const early = shadow.querySelector('input') as HTMLInputElement
  early.focus()
  early.value = '1,5'
  early.dispatchEvent(new InputEvent('input', { bubbles: true, data: '5', inputType: 'insertText' }))
  await act(() => handle.ready)
  const own = await waitFor(() => shadow.querySelector<HTMLInputElement>('[data-part="amount"]')!)
  await waitFor(() => expect(own.value).toBe('1.5'))
  expect(early.isConnected).toBe(false)
  expect(shadow.activeElement).toBe(own)
  expect(changes).toHaveLength(1)
  await act(async () => handle.destroy())
  expect(shadow.childElementCount).toBe(0)
})

it('uses the last valid config passed while it loaded, and reports the invalid one', async () => {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets ??= []
  const onFail = vi.fn()
  const token = FIXTURE_CONFIG.input?.token as string
  const paying = (amount: string): WidgetConfig => ({ ...FIXTURE_CONFIG, input: { token, amount } })
  const handle = mountLater(shadow, paying('3'), { onFail })
  handle.update(paying('4'))
  handle.update({ ...paying('5'), slippageBps: 9_000 })
  await act(() => handle.ready)
  await waitFor(() =>
    expect(shadow.querySelector<HTMLInputElement>('[aria-label="Amount you pay"]')?.value).toBe('4'),
  )
  expect(onFail.mock.calls).toEqual([[expect.objectContaining({ code: 'CONFIG_INVALID' })]])
  await act(async () => handle.destroy())
})

it('leaves nothing behind when it is destroyed while it loads', async () => {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets ??= []
  const handle = mountLater(shadow, FIXTURE_CONFIG, {})
  handle.destroy()
  await handle.ready
  expect(shadow.childElementCount).toBe(0)
})

it('is destroyed by an unmounting host component without React warnings or window listeners left', async () => {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets ??= []
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const handle = mountLater(shadow, FIXTURE_CONFIG, {})
  const { unmount } = render(<Host destroy={handle.destroy} />)
  await act(() => handle.ready)
  await waitFor(() => expect(shadow.querySelector('[data-part="amount"]')).not.toBeNull())
  expect(added).toHaveBeenCalled()
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  unmount()
  expect(shadow.childElementCount).toBe(0)
  await Promise.resolve()
  const left = added.mock.calls.filter(
    ([type, listener]) => !removed.mock.calls.some(([ended, other]) => ended === type && other === listener),
  )
  expect(left.map(([type]) => type)).toEqual([])
  expect(said.mock.calls).toEqual([])
  vi.restoreAllMocks()
})

it('passes a defect of its own code to the page, with a support id', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const cause = new TypeError('a defect')
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function fail() {
    throw cause
  })
  const onFail = vi.fn()
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  // jsdom has no adopted style sheets.
  shadow.adoptedStyleSheets ??= []
  const handle = mountLater(shadow, FIXTURE_CONFIG, { onFail })
  await waitFor(() => expect(onFail).toHaveBeenCalledOnce())
  expect(onFail.mock.calls[0]?.[0]).toMatchObject({
    code: 'UNKNOWN',
    cause,
    supportId: expect.stringMatching(/^sluice-/),
  })
  vi.restoreAllMocks()
  await act(async () => handle.destroy())
})
