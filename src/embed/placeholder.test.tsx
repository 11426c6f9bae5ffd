import { afterEach, expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { createPlaceholder } from './placeholder.ts'

function open(config: Partial<WidgetConfig> = {}, loading: Promise<unknown> = new Promise(() => {})) {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const retry = vi.fn()
  const placeholder = createPlaceholder(shadow, { retry, isHere: true })
  placeholder.show(loading, config as WidgetConfig)
  return { shadow, retry, placeholder, field: shadow.querySelector('input') }
}

afterEach(() => document.body.replaceChildren())

/** Shows the placeholder of a widget that failed to load. */
async function fail(cause: Error, config: Partial<WidgetConfig> = {}) {
  const opened = open(
    config,
    Promise.reject(Object.assign(cause, { code: Reflect.get(cause, 'code') ?? 'LOAD_FAILED' })),
  )
  const { shadow } = opened
  await vi.waitFor(() => expect(shadow.querySelector('[role=alert]')).not.toBeNull())
  const texts = [...shadow.querySelectorAll<HTMLElement>('[role=alert] > *')]
  return { ...opened, texts: texts.map(({ lang, textContent }) => [lang, textContent]) }
}

it('shows in English, marked as such, that the widget could not be loaded, and retries', async () => {
  const { shadow, retry, placeholder, texts } = await fail(new Error('Failed to fetch'))
  expect(texts).toEqual([
    ['en', 'The swap could not be loaded.'],
    ['en', 'Check your connection.'],
    ['en', 'Try again'],
  ])
  shadow.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledOnce()
  placeholder.remove()
  expect(shadow.childElementCount).toBe(0)
})

it('shows the texts of the host in its language', async () => {
  const messages = {
    de: { 'error.LOAD_FAILED': 'Nicht geladen.', 'error.LOAD_FAILED.help': 'Sind Sie verbunden?' },
    'action.tryAgain': 'Noch einmal',
  }
  const { texts } = await fail(new Error('Failed to fetch'), { messages, locale: 'de-CH' })
  expect(texts).toEqual([
    ['', 'Nicht geladen.'],
    ['', 'Sind Sie verbunden?'],
    ['', 'Noch einmal'],
  ])
})

it('offers no retry for an invalid config', async () => {
  const error = Object.assign(new Error('chains: expected at least one'), { code: 'CONFIG_INVALID' })
  const { shadow, texts } = await fail(error)
  expect(texts.map(([, text]) => text)).toEqual([
    'The swap could not be loaded.',
    'Please tell the owner of this site.',
  ])
  expect(shadow.querySelector('button, input')).toBeNull()
})

it.each<[string, Partial<WidgetConfig>]>([
  ['opens in a dialog', { mode: 'modal' }],
  ['starts with an amount to pay', { input: { amount: '1' } }],
  ['starts with an amount to receive', { output: { amount: '1' } }],
  ['takes only an amount to receive', { tradeType: 'buy' }],
])('has no field for a widget that %s', (_, config) => {
  expect(open(config).field).toBeNull()
})

it('leaves the amount to the link that opened the page if the form reads it', () => {
  expect(open({ urlSync: true }).field).not.toBeNull()
  history.replaceState(null, '', '/?amount=2')
  expect(open({ urlSync: true }).field).toBeNull()
  expect(open({}).field).not.toBeNull()
  history.replaceState(null, '', '/')
})

it("labels its field as the form does, in the host's language or in English, outside the busy element", () => {
  const { shadow, field } = open({ locale: 'de' })
  expect([field?.ariaLabel, field?.lang]).toEqual(['Amount you pay', 'en'])
  expect(field?.closest('[aria-busy]')).toBeNull()
  expect(shadow.querySelector('[aria-busy=true]')).not.toBeNull()
  const own = open({ messages: { 'swap.payAmount': 'Betrag' } }).field
  expect([own?.ariaLabel, own?.lang]).toEqual(['Betrag', ''])
})

it('keeps the typed text in the same field when loading fails and is retried', async () => {
  const { shadow, placeholder, field } = await fail(new Error('Failed to fetch'))
  if (field) field.value = '1,5'
  placeholder.show(new Promise(() => {}), {} as WidgetConfig)
  expect(shadow.querySelector('[role=alert], button')).toBeNull()
  expect(shadow.querySelector('input')).toBe(field)
  expect(field?.value).toBe('1,5')
})

/** Adds the form’s own field, which takes over. */
function takeOver({ shadow, placeholder }: ReturnType<typeof open>, value = '') {
  const own = document.createElement('input')
  own.dataset.part = 'amount'
  own.value = value
  const told: (string | null)[] = []
  own.addEventListener('input', (event) => told.push((event as InputEvent).data))
  shadow.append(own)
  placeholder.handOver()
  return { own, told }
}

const type = (field: HTMLInputElement | null, value: string, event: InputEventInit) => {
  if (field) field.value = value
  field?.dispatchEvent(new InputEvent('input', event))
}

it('passes the text as typed, the focus and the selection to the form’s field, once', () => {
  const opened = open()
  const { shadow, placeholder, field } = opened
  field?.focus()
  type(field, '1,52', { data: '2', inputType: 'insertText' })
  field?.setSelectionRange(1, 3)
  const { own, told } = takeOver(opened)
  expect(own.value).toBe('1,52')
  expect(told).toEqual(['0'])
  expect(shadow.activeElement).toBe(own)
  expect([own.selectionStart, own.selectionEnd]).toEqual([1, 3])
  expect(field?.isConnected).toBe(false)
  own.value = ''
  placeholder.handOver()
  expect(own.value).toBe('')
})

it('passes pasted text as pasted until it was deleted', () => {
  const pasted = open()
  type(pasted.field, '1,234.5', { inputType: 'insertFromPaste' })
  type(pasted.field, '1,234.56', { data: '6', inputType: 'insertText' })
  expect(takeOver(pasted).told).toEqual([null])
  const typed = open()
  type(typed.field, '1,234.5', { inputType: 'insertFromPaste' })
  type(typed.field, '', { inputType: 'deleteContentBackward' })
  type(typed.field, '7', { data: '7', inputType: 'insertText' })
  expect(takeOver(typed).told).toEqual(['0'])
})

it('takes no focus from elsewhere, and keeps an amount of the form', () => {
  const opened = open()
  type(opened.field, '1', { data: '1' })
  const { own, told } = takeOver(opened, '250')
  expect(own.value).toBe('250')
  expect(told).toEqual([])
  expect(opened.shadow.activeElement).toBeNull()
})

it('waits for the end of a composition', async () => {
  const { placeholder, field } = open()
  expect(placeholder.composed()).toBeUndefined()
  field?.dispatchEvent(new CompositionEvent('compositionstart'))
  let isOver = false
  const composed = placeholder.composed()?.then(() => {
    isOver = true
  })
  await Promise.resolve()
  expect(isOver).toBe(false)
  field?.dispatchEvent(new CompositionEvent('compositionend'))
  await composed
  expect(isOver).toBe(true)
})

it('does not suggest a lost connection for a defect of the widget, and offers no retry', async () => {
  const { shadow, texts } = await fail(
    Object.assign(new TypeError('a is not a function'), { code: 'UNKNOWN', supportId: 'sluice-7' }),
  )
  expect(texts.map(([, text]) => text)).toEqual([
    'The swap could not be loaded.',
    'Please tell the owner of this site.',
  ])
  expect(shadow.querySelector('[role=alert]')).toHaveTextContent('sluice-7')
  expect(shadow.querySelector('button')).toBeNull()
})
