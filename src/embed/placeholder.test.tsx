import { expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { showPlaceholder } from './placeholder.ts'

/** What stands for a widget that could not be loaded. */
async function fail(error: Error, config: Partial<WidgetConfig> = {}) {
  const shadow = document.createElement('div').attachShadow({ mode: 'open' })
  const retry = vi.fn()
  const remove = showPlaceholder(shadow, {
    loading: Promise.reject(error),
    config: config as WidgetConfig,
    retry,
  })
  await vi.waitFor(() => expect(shadow.querySelector('[role=alert]')).not.toBeNull())
  const texts = [...shadow.querySelectorAll<HTMLElement>('[role=alert] > *')]
  return { shadow, retry, remove, texts: texts.map(({ lang, textContent }) => [lang, textContent]) }
}

it('says in English, marked as such, that the widget could not be loaded, and tries again', async () => {
  const { shadow, retry, remove, texts } = await fail(new Error('Failed to fetch'))
  expect(texts).toEqual([
    ['en', 'The swap could not be loaded.'],
    ['en', 'Check your connection.'],
    ['en', 'Try again'],
  ])
  shadow.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledOnce()
  remove()
  expect(shadow.childElementCount).toBe(0)
})

it('takes the words of the host, in its language', async () => {
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

it('offers no second try where the config is wrong', async () => {
  const error = Object.assign(new Error('chains: expected at least one'), { code: 'CONFIG_INVALID' })
  const { shadow, texts } = await fail(error)
  expect(texts.map(([, text]) => text)).toEqual([
    'The swap could not be loaded.',
    'Please tell the owner of this site.',
  ])
  expect(shadow.querySelector('button')).toBeNull()
})
