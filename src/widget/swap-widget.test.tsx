import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { MESSAGES_EN } from '../i18n/messages-en.ts'
import type { Widget } from '../instance/types.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { ETHEREUM, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import { SwapWidget, type SwapWidgetProps } from './swap-widget.tsx'
import { SwapWidgetSkeleton } from './swap-widget-skeleton.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

it('shows a usable form immediately and calls onReady, also in StrictMode', async () => {
  const onReady = vi.fn()
  render(
    <StrictMode>
      <SwapWidget {...FIXTURE_CONFIG} onReady={onReady} />
    </StrictMode>,
  )
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
  await waitFor(() => expect(onReady).toHaveBeenCalled())
  expect(Object.keys(onReady.mock.lastCall?.[0].events)).toEqual(['on', 'off', 'onAny'])
})

it('calls the cleanup function of onReady on unmount and ignores other return values', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const end = vi.fn()
  const first = render(<SwapWidget {...FIXTURE_CONFIG} onReady={() => end} />)
  expect(end).not.toHaveBeenCalled()
  first.unmount()
  expect(end).toHaveBeenCalledOnce()
  render(<SwapWidget {...FIXTURE_CONFIG} onReady={async () => {}} />).unmount()
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

describe('an invalid config', () => {
  it('is reported to the page with path and value, while the visitor sees a notice and the host’s page stays intact', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    render(
      <>
        <p>the host’s own</p>
        <SwapWidget {...FIXTURE_CONFIG} slippageBps={9_000} />
      </>,
    )
    expect(screen.getByText('the host’s own')).toBeVisible()
    expect(screen.getByText('The widget is not set up correctly')).toBeVisible()
    expect(screen.queryByText(/slippageBps/)).toBeNull()
    expect(reported.mock.calls.map(([error]) => error)).toEqual([
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(/slippageBps.*9000/),
      }),
    ])
  })

  it('is reported once to a host with onError, and starts when it is corrected', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const onError = vi.fn()
    const { rerender } = render(<SwapWidget {...FIXTURE_CONFIG} integrator="" onError={onError} />)
    rerender(<SwapWidget {...FIXTURE_CONFIG} integrator="" onError={onError} />)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(SluiceError))
    expect(reported).not.toHaveBeenCalled()
    rerender(<SwapWidget {...FIXTURE_CONFIG} onError={onError} />)
    expect(screen.getByLabelText('Amount you pay')).toBeVisible()
  })

  it.each([{ queryClient: {} }, { wagmiConfig: {} }])('keeps the host’s page intact for %j', (mistake) => {
    const onError = vi.fn()
    render(
      <>
        <p>the host’s own</p>
        <SwapWidget {...FIXTURE_CONFIG} {...(mistake as object)} onError={onError} />
      </>,
    )
    expect(screen.getByText('the host’s own')).toBeVisible()
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  })

  it('does not end a running widget, which keeps its last config', () => {
    const onError = vi.fn()
    const { rerender } = render(<SwapWidget {...FIXTURE_CONFIG} onError={onError} />)
    const form = screen.getByLabelText('Amount you pay')
    rerender(<SwapWidget {...FIXTURE_CONFIG} slippageBps={9_000} onError={onError} />)
    expect(screen.getByLabelText('Amount you pay')).toBe(form)
    expect(onError).toHaveBeenCalledOnce()
  })
})

it('clears its initial token once the host denies it, without an error', async () => {
  const onError = vi.fn()
  const { rerender, container } = render(<SwapWidget {...FIXTURE_CONFIG} onError={onError} />)
  const output = () => container.querySelector('[data-focus-key="token-output"]')?.textContent
  expect(output()).not.toContain('Select token')
  rerender(
    <SwapWidget {...FIXTURE_CONFIG} tokens={{ [ETHEREUM]: { deny: [USDC.address] } }} onError={onError} />,
  )
  await waitFor(() => expect(output()).toContain('Select token'))
  expect(onError).not.toHaveBeenCalled()
})

it('reports a denied initial token when another config field needs a new widget, and continues', () => {
  const onError = vi.fn()
  const { rerender } = render(<SwapWidget {...FIXTURE_CONFIG} onError={onError} />)
  const [chain] = FIXTURE_CONFIG.chains
  const tokens = { [ETHEREUM]: { deny: [USDC.address] } }
  rerender(<SwapWidget {...FIXTURE_CONFIG} chains={chain ? [chain] : []} tokens={tokens} onError={onError} />)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  expect(screen.getByLabelText('Amount you pay')).toBeVisible()
})

it('reads its config once, and again only when a field differs', () => {
  const read = vi.fn(() => () => true)
  const hooks = {
    get onBeforeSwap() {
      return read()
    },
  }
  resolveConfig({ ...FIXTURE_CONFIG, hooks })
  const once = read.mock.calls.length
  read.mockClear()
  const { rerender } = render(<SwapWidget {...FIXTURE_CONFIG} hooks={hooks} />)
  expect(read).toHaveBeenCalledTimes(once)
  read.mockClear()
  rerender(<SwapWidget {...FIXTURE_CONFIG} hooks={hooks} />)
  expect(read).not.toHaveBeenCalled()
  rerender(<SwapWidget {...FIXTURE_CONFIG} hooks={hooks} theme="dark" />)
  expect(read).toHaveBeenCalledTimes(once)
})

it('ignores children, which island frameworks pass to every component', () => {
  const Island = SwapWidget as ComponentType<SwapWidgetProps & { children?: ReactNode }>
  render(
    <Island {...FIXTURE_CONFIG}>
      <p>from the framework</p>
    </Island>,
  )
  expect(screen.getByLabelText('Amount you pay')).toBeVisible()
  expect(screen.queryByText('from the framework')).toBeNull()
})

it('isolates two widgets on a page', async () => {
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

it('sets colors only on its own root', () => {
  const { container } = render(<FixtureWidget config={{ themeTokens: { accent: '#0a5' } }} />)
  const root = container.querySelector<HTMLElement>('[data-sluice-root]')
  expect(root?.style.getPropertyValue('--sluice-accent')).toBe('#0a5')
  expect(document.documentElement.getAttribute('style')).toBeNull()
  expect(document.head.querySelector('style:not([data-vite-dev-id])')).toBeNull()
})

it.each([SwapWidget, SwapWidgetSkeleton])(
  'restores the host’s theme when a content security policy removed it from server-rendered HTML',
  async (Component) => {
    const element = <Component {...FIXTURE_CONFIG} themeTokens={{ accent: '#0a5' }} />
    const container = document.createElement('div')
    container.innerHTML = renderToString(element)
    for (const styled of container.querySelectorAll('[style]')) styled.removeAttribute('style')
    const root = await act(async () => hydrateRoot(container, element, { onRecoverableError: () => {} }))
    const shown = container.querySelector<HTMLElement>('[data-sluice-root]')
    expect(shown?.style.getPropertyValue('--sluice-accent')).toBe('#0a5')
    act(() => root.unmount())
  },
)

it.each([
  ['Amount you pay', '12.5'],
  ['Amount you receive', '300'],
])('keeps text that was typed before hydration: %s', async (label, typed) => {
  const element = <SwapWidget {...FIXTURE_CONFIG} />
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(element)
  const field = screen.getByLabelText<HTMLInputElement>(label)
  field.value = typed
  const root = await act(async () => hydrateRoot(container, element))
  expect(screen.getByLabelText(label)).toBe(field)
  expect(field).toHaveValue(typed)
  await waitFor(() => expect(screen.getByLabelText('Amount you pay')).not.toHaveValue('1.5'))
  act(() => root.unmount())
  container.remove()
})

it('uses the surrounding query client', async () => {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <SwapWidget {...FIXTURE_CONFIG} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryCache().getAll().length).toBeGreaterThan(0))
  for (const { queryKey } of client.getQueryCache().getAll()) expect(queryKey[0]).toBe('sluice')
})

it('uses the host’s messages and applies changed ones immediately', async () => {
  let widget: Widget | undefined
  const messages = { 'swap.title': 'Trade', 'swap.pay': 'You give' }
  render(
    <FixtureWidget
      config={{ messages }}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  expect(screen.getByRole('heading', { name: 'Trade' })).toBeVisible()
  expect(screen.getByText('You give')).toBeVisible()
  expect(screen.getByText('You receive')).toBeVisible()
  act(() => widget?.update({ ...FIXTURE_CONFIG, messages: { 'swap.title': 'Exchange' } }))
  expect(screen.getByRole('heading', { name: 'Exchange' })).toBeVisible()
  expect(screen.getByText('You pay')).toBeVisible()
})

it('declares the language and direction of its texts', () => {
  const root = (config: object) =>
    render(<FixtureWidget config={config} />).container.querySelector('[data-sluice-root]')
  const urdu = root({ locale: 'ur-PK', messages: { ...MESSAGES_EN, 'swap.title': 'تبادلہ' } })
  expect(urdu).toHaveAttribute('dir', 'rtl')
  expect(urdu).toHaveAttribute('lang', 'ur-PK')
  const untranslated = root({ locale: 'ur-PK' })
  expect(untranslated).toHaveAttribute('dir', 'ltr')
  expect(untranslated).toHaveAttribute('lang', 'en')
})
