import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode, StrictMode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import { FixtureWidget } from '../../stories/support/fixture-widget.tsx'
import { SluiceError } from '../errors/sluice-error.ts'
import { SwapWidget } from './swap-widget.tsx'

class HostBoundary extends Component<{ children: ReactNode }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error instanceof SluiceError ? (
      <p>{`${this.state.error.code} ${this.state.error.message}`}</p>
    ) : (
      this.props.children
    )
  }
}

beforeEach(() => localStorage.clear())

it('shows a usable form at once and tells its host, under StrictMode too', async () => {
  const onReady = vi.fn()
  render(
    <StrictMode>
      <SwapWidget {...FIXTURE_CONFIG} onReady={onReady} />
    </StrictMode>,
  )
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
  await waitFor(() => expect(onReady).toHaveBeenCalled())
  expect(onReady.mock.lastCall?.[0].events.on).toBeTypeOf('function')
})

it('ends with the widget what its host began with it, and minds nothing else a host returns', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const end = vi.fn()
  const first = render(<SwapWidget {...FIXTURE_CONFIG} onReady={() => end} />)
  expect(end).not.toHaveBeenCalled()
  first.unmount()
  expect(end).toHaveBeenCalledOnce()
  render(<SwapWidget {...FIXTURE_CONFIG} onReady={async () => {}} />).unmount()
  expect(told).not.toHaveBeenCalled()
  told.mockRestore()
})

it('throws a config that makes no sense to the host, with path and value', () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <HostBoundary>
      <SwapWidget {...FIXTURE_CONFIG} slippageBps={9_000} />
    </HostBoundary>,
  )
  expect(screen.getByText(/^CONFIG_INVALID .*slippageBps.*9000/)).toBeVisible()
  silent.mockRestore()
})

it('keeps two widgets on a page apart', async () => {
  const { container } = render(
    <>
      <FixtureWidget config={{ theme: 'light' }} />
      <FixtureWidget config={{ theme: 'dark', input: { amount: '7' } }} />
    </>,
  )
  const roots = [...container.querySelectorAll('[data-sluice-root]')]
  expect(roots.map((root) => root.getAttribute('data-sluice-theme'))).toEqual(['light', 'dark'])
  expect(
    screen.getAllByLabelText('Amount you pay').map((field) => (field as HTMLInputElement).value),
  ).toEqual(['1.5', '7'])
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('sets colours on its own root only', () => {
  const { container } = render(<FixtureWidget config={{ themeTokens: { accent: '#0a5' } }} />)
  const root = container.querySelector<HTMLElement>('[data-sluice-root]')
  expect(root?.style.getPropertyValue('--sluice-accent')).toBe('#0a5')
  expect(document.documentElement.getAttribute('style')).toBeNull()
  expect(document.head.querySelector('style:not([data-vite-dev-id])')).toBeNull()
})

it('uses the query client around it', async () => {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <SwapWidget {...FIXTURE_CONFIG} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryCache().getAll().length).toBeGreaterThan(0))
  for (const { queryKey } of client.getQueryCache().getAll()) expect(queryKey[0]).toBe('sluice')
})

it('writes in the direction and language of its locale', () => {
  const { container } = render(<FixtureWidget config={{ locale: 'ar-EG' }} />)
  const root = container.querySelector('[data-sluice-root]')
  expect(root).toHaveAttribute('dir', 'rtl')
  expect(root).toHaveAttribute('lang', 'ar-EG')
})
