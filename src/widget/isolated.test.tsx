import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { Isolated } from './isolated.tsx'
import { SwapWidget } from './swap-widget.tsx'

beforeEach(() => localStorage.clear())

const field = (container: Element) =>
  container.querySelector('[data-sluice-host]')?.shadowRoot?.querySelector<HTMLInputElement>('input')

it('mounts the widget with its styles in a shadow root, also in StrictMode, and unmounts it', async () => {
  const onReady = vi.fn()
  const { container, unmount } = render(
    <StrictMode>
      <SwapWidget {...FIXTURE_CONFIG} isolation="shadow" onReady={onReady} />
    </StrictMode>,
  )
  await waitFor(() => expect(field(container)?.value).toBe('1.5'))
  expect(screen.queryByLabelText('Amount you pay')).toBeNull()
  const shadow = container.querySelector('[data-sluice-host]')?.shadowRoot
  expect(shadow?.querySelectorAll('[data-sluice-root]')).toHaveLength(1)
  expect(shadow?.adoptedStyleSheets.length).toBeGreaterThan(0)
  expect(Object.keys(onReady.mock.lastCall?.[0])).toEqual(['events', 'setFields', 'open', 'close'])
  unmount()
  await waitFor(() => expect(shadow?.childNodes).toHaveLength(0))
})

it('applies a changed config and dispatches a click to the host once', async () => {
  const clicked = vi.fn()
  const swap = (theme: 'light' | 'dark') => (
    // biome-ignore lint/a11y: a host that counts clicks.
    <div onClick={clicked}>
      <SwapWidget {...FIXTURE_CONFIG} isolation="shadow" theme={theme} />
    </div>
  )
  const { container, rerender } = render(swap('light'))
  await waitFor(() => expect(field(container)).toBeTruthy())
  rerender(swap('dark'))
  const shadow = container.querySelector('[data-sluice-host]')?.shadowRoot
  await waitFor(() => expect(shadow?.querySelector('[data-sluice-theme="dark"]')).toBeTruthy())
  const flip = shadow?.querySelector<HTMLElement>('[aria-label="Switch the two tokens"]')
  await userEvent.click(flip as HTMLElement)
  expect(clicked).toHaveBeenCalledOnce()
})

it('reserves its space and shows an error while its code cannot be loaded', async () => {
  const onError = vi.fn()
  const load = vi
    .fn(() => import('./shadow-root.tsx'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const { container } = render(
    <Isolated isInline onError={onError} load={load}>
      <input aria-label="Amount" />
    </Isolated>,
  )
  const host = container.querySelector<HTMLElement>('[data-sluice-host]')
  expect(host?.style.minBlockSize).toBe('548px')
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be shown. Reload the page')
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'LOAD_FAILED' }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(host?.shadowRoot?.querySelector('input')).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(host?.style.minBlockSize).toBe('')
})

it('reserves no space for a dialog', async () => {
  const { container } = render(<SwapWidget {...FIXTURE_CONFIG} isolation="shadow" mode="modal" />)
  const host = container.querySelector<HTMLElement>('[data-sluice-host]')
  expect(host?.style.minBlockSize).toBe('')
  expect(host?.querySelector('svg')).toBeNull()
})

it('reserves its space on a server without a style attribute, and hydrates', async () => {
  const swap = <SwapWidget {...FIXTURE_CONFIG} isolation="shadow" />
  const html = renderToString(swap)
  // A strict content security policy blocks style attributes.
  expect(html).not.toContain('style')
  expect(html).toMatch(/^<div data-sluice-host=""><svg [^>]*height="548"[^>]*><\/svg><\/div>$/)
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const onRecoverableError = vi.fn()
  const root = hydrateRoot(container, swap, { onRecoverableError })
  const host = container.querySelector<HTMLElement>('[data-sluice-host]')
  await waitFor(() => expect(host?.style.minBlockSize).toBe('548px'))
  expect(host?.querySelector('svg')).toBeNull()
  await waitFor(() => expect(field(container)).toBeTruthy())
  expect(onRecoverableError).not.toHaveBeenCalled()
  root.unmount()
  container.remove()
})
