import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { WidgetConfig } from '../config/types.ts'
import type { EventName } from '../events/types.ts'
import { usePrice } from '../hooks/use-price.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { withBookmark, withRecentRecipient } from '../store/kept-recipients.ts'
import type { FormStore } from '../store/types.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import { createWidget } from './create-widget.ts'
import { useCreateWidget } from './use-create-widget.ts'

let service: FixtureService
beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(async () => {
  cleanup()
  await service.close()
})

const pair = { input: { token: WETH, amount: '1' }, output: { token: USDC } } as const

/** A mounted widget, and all of its events from the moment a host's effects could subscribe. */
function listen(config: WidgetConfig = service.config(pair)) {
  const received: [EventName, unknown][] = []
  const rendered = renderInWidget(config, useWidget)
  rendered.widget.events.on('*', (name, payload) => received.push([name, payload]))
  return { ...rendered, received }
}

describe('router without a codec', () => {
  it('warns the integrator that no minimum is enforced', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const config = service.config(pair)
    listen(config)
    expect(warn).not.toHaveBeenCalled()
    listen({ ...config, chains: config.chains.map((chain) => ({ ...chain, codec: 'none' })) })
    await waitFor(() => expect(warn).toHaveBeenCalled())
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /no minimum is enforced on ethereum.*documentation: concepts\/verification.html#other-routers/,
        ),
      ],
    ])
    warn.mockRestore()
  })
})

describe('token list with entries of other networks', () => {
  it('warns once per list, and keeps a running widget', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const config = service.config(pair)
    const list = [
      { chainId: 1, address: USDC },
      { chainId: 501_000_101, address: 'So11111111111111111111111111111111111111112' },
    ]
    const { widget } = listen(config)
    act(() => widget.update({ ...config, listedTokens: list }))
    act(() => widget.update({ ...config, listedTokens: structuredClone(list), theme: 'dark' }))
    await waitFor(() => expect(warn).toHaveBeenCalled())
    expect(widget.config.getState()).toMatchObject({ theme: 'dark', listedTokens: expect.anything() })
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^Sluice: skipped 1 of 2 entries.*listedTokens\[1\] with chainId 501000101/)],
    ])
    warn.mockRestore()
  })
})

describe('events of a widget', () => {
  it('contain the first page, once under StrictMode, for a subscriber in an effect', async () => {
    const { received } = listen()
    await act(async () => {})
    expect(received).toEqual([['pageEntered', 'swap']])
  })

  it('contain changes of the form', async () => {
    const { widget, received } = listen()
    await act(async () => {})
    received.length = 0
    const form = widget.form.getState()
    act(() => form.setInputAmount('2'))
    act(() => form.setInputAmount('2'))
    act(() => form.selectToken('input', { chainId: 31337, token: NATIVE_TOKEN }))
    act(() => form.selectToken('output', { chainId: 31337, token: WETH }))
    expect(received).toEqual([
      ['formFieldChanged', { fieldName: 'inputAmount', newValue: '2', oldValue: '1' }],
      ['formFieldChanged', { fieldName: 'inputToken', newValue: NATIVE_TOKEN, oldValue: WETH }],
      ['sourceChainTokenSelected', { chainId: 31337, tokenAddress: NATIVE_TOKEN }],
      ['formFieldChanged', { fieldName: 'outputToken', newValue: WETH, oldValue: USDC }],
      ['destinationChainTokenSelected', { chainId: 31337, tokenAddress: WETH }],
    ])
  })

  it('contain changes of the recipient', async () => {
    const { widget, received } = listen()
    await act(async () => {})
    received.length = 0
    const form = widget.form.getState()
    act(() => form.setSendsToRecipient(true))
    act(() => form.setSendsToRecipient(true))
    act(() => form.setRecipient(WETH))
    act(() => form.setSendsToRecipient(false))
    expect(received).toEqual([
      ['sendToWalletToggled', true],
      ['formFieldChanged', { fieldName: 'recipient', newValue: WETH, oldValue: null }],
      ['sendToWalletToggled', false],
    ])
  })

  it('contain the steps to the review in order', async () => {
    const { widget, received } = listen()
    await act(async () => {})
    received.length = 0
    await act(() => widget.selectRoute(intentFixture))
    act(() => widget.navigation.getState().back())
    act(() => widget.navigation.getState().push('review'))
    expect(received.map(([name]) => name)).toEqual([
      'routeSelected',
      'pageEntered',
      'reviewPageEntered',
      'pageEntered',
      'pageEntered',
      'reviewPageEntered',
    ])
    expect(received[0]?.[1]).toMatchObject({ route: { id: 'route-1', fromAmount: '1000000000000000000' } })
    expect(JSON.parse(JSON.stringify(received))).toEqual(received)
  })

  it('contain a high value loss once per route, however often its warning is shown', async () => {
    const { widget, received } = listen()
    await act(async () => {})
    received.length = 0
    const loss = { fromAmountUSD: 1000, toAmountUSD: 800, valueLoss: 0.2 }
    widget.reportHighValueLoss('route-1', loss)
    widget.reportHighValueLoss('route-1', { ...loss, toAmountUSD: 700, valueLoss: 0.3 })
    widget.reportHighValueLoss('route-2', loss)
    expect(received).toEqual([
      ['routeHighValueLoss', loss],
      ['routeHighValueLoss', loss],
    ])
  })

  it('end with the widget', async () => {
    const { widget, received, unmount } = listen()
    await act(async () => {})
    unmount()
    await act(async () => {})
    received.length = 0
    widget.form.getState().setInputAmount('9')
    widget.navigation.getState().push('settings')
    expect(received).toEqual([])
  })
})

describe('user settings', () => {
  afterEach(() => localStorage.clear())

  it('are kept over a reload when they differ from the host, without a change event', async () => {
    const first = listen()
    act(() => first.widget.settings.getState().setSlippageBps(120))
    first.unmount()
    await act(async () => {})
    const second = listen()
    await act(async () => {})
    expect(second.widget.settings.getState()).toMatchObject({ slippageBps: 120, theme: 'system' })
    expect(second.received).toEqual([['pageEntered', 'swap']])
    act(() => second.widget.settings.setState({ slippageBps: 50, isSlippageChosen: false }))
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('keep recipients over a reload, without an event', async () => {
    const first = listen()
    await act(async () => {})
    first.received.length = 0
    act(() => first.widget.settings.setState((state) => withRecentRecipient(state, USDC)))
    act(() => first.widget.settings.setState((state) => withRecentRecipient(state, WETH)))
    expect(first.received).toEqual([])
    first.unmount()
    await act(async () => {})
    const { widget } = listen()
    expect(widget.settings.getState().recentRecipients).toEqual([WETH, USDC])
    act(() => widget.settings.setState({ recentRecipients: [] }))
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('of another tab stay when this tab changes another one, also when an automatic limit changes', async () => {
    localStorage.setItem('sluice:sluice-test:settings', '{"unlimitedApprovals":true,"isSlippageAuto":true}')
    const config: WidgetConfig = { ...service.config(pair), approvals: { unlimited: true } }
    const [here, there] = [listen(config), listen(config)].map(({ widget }) => widget.settings)
    act(() => there?.setState({ unlimitedApprovals: false }))
    act(() => there?.setState((state) => withBookmark(state, { address: USDC, label: 'Treasury' })))
    act(() => here?.setState({ slippageBps: 75, notByUser: {} }))
    expect(JSON.parse(localStorage.getItem('sluice:sluice-test:settings') ?? '')).toEqual({
      isSlippageAuto: true,
      slippageBps: 75,
      bookmarks: [{ address: USDC, label: 'Treasury' }],
    })
  })

  it('drop unknown fields of bookmarks', () => {
    const bookmarks = [{ address: USDC, label: 'Treasury', chainId: 1 }]
    localStorage.setItem('sluice:sluice-test:settings', JSON.stringify({ bookmarks }))
    const { widget } = listen()
    expect(widget.settings.getState().bookmarks).toEqual([{ address: USDC, label: 'Treasury' }])
  })

  it.each(['{"recentRecipients": ["0x12"]}', 'not json', '{"slippageBps": 9999}', '{"theme": "blue"}', '[]'])(
    'are ignored when they are invalid: %s',
    async (text) => {
      localStorage.setItem('sluice:sluice-test:settings', text)
      const { widget } = listen()
      expect(widget.settings.getState()).toMatchObject({ slippageBps: 50, theme: 'system' })
    },
  )

  it.each([
    [5, 10],
    [200, 200],
    [4_000, 300],
  ])('are moved into the host’s bounds: %s becomes %s', async (chosen, kept) => {
    localStorage.setItem('sluice:sluice-test:settings', JSON.stringify({ slippageBps: chosen }))
    const { widget } = listen({ ...service.config(pair), slippageBoundsBps: { min: 10, max: 300 } })
    expect(widget.settings.getState().slippageBps).toBe(kept)
  })

  it('follow the host’s limit for a chain until the user sets one', () => {
    const base = service.config(pair)
    const chains = [...base.chains, { ...base.chains[0]!, id: 2, name: 'two' }]
    const { widget } = listen({ ...base, chains, slippageBps: { 31337: 30, 2: 100 } })
    const slippage = () => widget.settings.getState().slippageBps
    const pick = (chainId: number) =>
      act(() => widget.form.getState().selectToken('input', { chainId, token: WETH }))
    expect(slippage()).toBe(30)
    pick(2)
    expect(slippage()).toBe(100)
    expect(localStorage.length).toBe(0)
    act(() => widget.settings.getState().setSlippageBps(70))
    pick(31337)
    expect(slippage()).toBe(70)
  })

  it('keep a limit that equals the host’s for another chain, also over a reload there', async () => {
    const base = service.config(pair)
    const chains = [...base.chains, { ...base.chains[0]!, id: 2, name: 'two' }]
    const config: WidgetConfig = { ...base, chains, slippageBps: { 31337: 30, 2: 100 } }
    const pick = ({ form }: { form: { getState(): FormStore } }, chainId: number) =>
      act(() => form.getState().selectToken('input', { chainId, token: WETH }))
    const first = listen(config)
    act(() => first.widget.settings.getState().setSlippageBps(100))
    pick(first.widget, 2)
    pick(first.widget, 31337)
    expect(first.widget.settings.getState().slippageBps).toBe(100)
    pick(first.widget, 2)
    first.unmount()
    await act(async () => {})
    const second = listen(config)
    expect(second.widget.settings.getState().slippageBps).toBe(100)
  })

  it('are ignored when the host hides the settings, and kept for when it shows them', () => {
    localStorage.setItem('sluice:sluice-test:settings', '{"slippageBps":200}')
    const { widget } = listen({ ...service.config(pair), hidden: ['settings'] })
    expect(widget.settings.getState().slippageBps).toBe(50)
    act(() => widget.settings.getState().setTheme('dark'))
    expect(listen().widget.settings.getState().slippageBps).toBe(200)
  })

  it('are ignored for a setting that the host fixed', () => {
    const chosen = { slippageBps: 200, isSlippageAuto: true, theme: 'dark', deadlineSeconds: 3_600 }
    localStorage.setItem('sluice:sluice-test:settings', JSON.stringify(chosen))
    const { widget } = listen({ ...service.config(pair), fixedSettings: ['slippageBps', 'theme'] })
    expect(widget.settings.getState()).toMatchObject({
      slippageBps: 50,
      isSlippageAuto: false,
      theme: 'system',
      deadlineSeconds: 3_600,
    })
  })

  it('end when the host hides the settings, and return when it shows them', () => {
    const stored = '{"slippageBps":200}'
    localStorage.setItem('sluice:sluice-test:settings', stored)
    const { widget } = listen()
    const slippage = () => widget.settings.getState().slippageBps
    expect(slippage()).toBe(200)
    act(() => widget.update({ ...service.config(pair), hidden: ['settings'] }))
    expect(slippage()).toBe(50)
    act(() => widget.settings.getState().setTheme('dark'))
    expect(localStorage.getItem('sluice:sluice-test:settings')).toBe(stored)
    act(() => widget.update({ ...service.config(pair), theme: 'light' }))
    expect(slippage()).toBe(200)
  })

  it('are separate for another storage key of the same integrator', async () => {
    const keyed = { ...service.config(pair), storageKey: 'treasury' }
    const first = listen(keyed)
    act(() => first.widget.settings.getState().setSlippageBps(120))
    expect(Object.keys(localStorage)).toEqual(['sluice:treasury:settings'])
    expect(listen().widget.settings.getState().slippageBps).toBe(50)
    expect(listen(keyed).widget.settings.getState().slippageBps).toBe(120)
  })

  it('work when storage is blocked', async () => {
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    const { widget } = listen()
    act(() => widget.settings.getState().setSlippageBps(120))
    expect(widget.settings.getState().slippageBps).toBe(120)
    refused.mockRestore()
  })
})

describe('two widgets', () => {
  it('are independent on one page and one query client', async () => {
    const queryClient = new QueryClient()
    const [one, two] = [1, 2].map((amount) =>
      renderInWidget(
        service.config({ ...pair, input: { ...pair.input, amount: String(amount) }, queryClient }),
        usePrice,
      ),
    )
    await waitFor(() => expect(one?.result.current.status).toBe('ready'))
    await waitFor(() => expect(two?.result.current.status).toBe('ready'))
    act(() => one?.widget.form.getState().setInputAmount(''))
    expect(one?.result.current.status).toBe('idle')
    expect(two?.result.current).toMatchObject({ price: { inputAmount: '2000000000000000000' } })
    one?.unmount()
    await act(async () => {})
    const keys = queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[1])
    expect(new Set(keys)).toEqual(new Set([two?.widget.key]))
  })
})

describe('removed widget', () => {
  it('leaves no query, timer or request behind', async () => {
    const { widget, result, unmount } = renderInWidget(
      service.config({ ...pair, priceRefreshMs: 2_000 }),
      usePrice,
    )
    await waitFor(() => expect(result.current.status).toBe('ready'))
    unmount()
    await act(async () => {})
    expect(widget.queryClient.getQueryCache().getAll()).toEqual([])
    const requested = service.requests.length
    await new Promise((resolve) => setTimeout(resolve, 2_300))
    expect(service.requests.length).toBe(requested)
  })

  it('leaves no query timer behind when its queries are unsubscribed later', async () => {
    const { widget, result, unmount } = renderInWidget(service.config(pair), usePrice)
    await waitFor(() => expect(result.current.status).toBe('ready'))
    widget.destroy()
    await act(async () => {})
    const started = vi.spyOn(window, 'setTimeout')
    unmount()
    expect(started.mock.calls.filter(([, ms = 0]) => ms > 1_000)).toEqual([])
    started.mockRestore()
  })

  it('keeps the data of the host in a query client of the host', async () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(['host'], 'data')
    const { result, unmount } = renderInWidget(service.config({ ...pair, queryClient }), usePrice)
    await waitFor(() => expect(result.current.status).toBe('ready'))
    unmount()
    await act(async () => {})
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['host']])
  })

  it('caches only values that can be serialized as JSON', async () => {
    const { widget, result } = renderInWidget(service.config(pair), usePrice)
    await waitFor(() => expect(result.current.status).toBe('ready'))
    const cached = widget.queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data])
    expect(() => JSON.stringify(cached)).not.toThrow()
  })
})

describe('created but unmounted widget', () => {
  it('uses neither the network nor the page', async () => {
    const listened = vi.spyOn(window, 'addEventListener')
    const stored = vi.spyOn(Storage.prototype, 'setItem')
    createWidget(service.config(pair))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(service.requests).toEqual([])
    expect(listened).not.toHaveBeenCalled()
    expect(stored).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('throws for an invalid config, with the field', () => {
    expect(() => createWidget(service.config({ slippageBps: -1 }))).toThrow(
      /slippageBps: expected .* received -1/,
    )
  })
})

describe('changed config', () => {
  it('takes effect immediately and keeps the entered fields', async () => {
    const { widget } = listen()
    act(() => widget.form.getState().setInputAmount('7'))
    act(() =>
      widget.update(service.config({ ...pair, theme: 'dark', partner: { address: USDC, feeBps: 25 } })),
    )
    expect(widget.config.getState()).toMatchObject({ theme: 'dark', partner: { 31337: { feeBps: 25 } } })
    expect(widget.form.getState().inputAmount).toBe('7')
  })

  it('removes a denied token from the form, and keeps the other', () => {
    const { widget } = listen()
    act(() => widget.update({ ...service.config(), tokens: { 31337: { deny: [USDC] } } }))
    expect(widget.form.getState()).toMatchObject({ inputToken: WETH, outputToken: undefined })
  })

  it('applies its rules to the initial tokens, and removes a locked token too', () => {
    const { widget } = listen({ ...service.config(pair), lockedFields: ['output'] })
    const deny = { tokens: { 31337: { deny: [USDC] } }, lockedFields: ['output'] } as const
    act(() => widget.update({ ...service.config(pair), ...deny }))
    expect(widget.form.getState()).toMatchObject({ inputToken: WETH, outputToken: undefined })
    const forbiddenPairs = [{ chainId: 31337, input: WETH, output: USDC }] as const
    act(() => widget.update({ ...service.config(pair), forbiddenPairs, lockedFields: ['output'] }))
    expect(widget.config.getState().forbiddenPairs).toHaveLength(1)
  })

  it('writes numbers in the new language', () => {
    const { widget } = listen()
    expect(widget.translation.getState().format.separator).toBe('.')
    act(() => widget.update(service.config({ ...pair, locale: 'de' })))
    expect(widget.translation.getState()).toMatchObject({
      locale: 'de-u-nu-latn',
      format: { separator: ',' },
    })
  })

  it('changes and requests nothing when an equal config is passed', async () => {
    const { widget, result } = renderInWidget(service.config(pair), usePrice)
    await waitFor(() => expect(result.current.status).toBe('ready'))
    const before = widget.config.getState()
    const requested = service.requests.length
    act(() => widget.update(service.config(pair)))
    await act(async () => {})
    expect(widget.config.getState()).toBe(before)
    expect(service.requests.length).toBe(requested)
  })

  it('drops the responses of the previous service', async () => {
    const other = await startFixtureService()
    try {
      const { widget, result } = renderInWidget(service.config(pair), usePrice)
      await waitFor(() => expect(result.current.status).toBe('ready'))
      act(() => widget.update({ ...other.config(pair), chains: service.config().chains }))
      await waitFor(() => expect(other.count('/router/v1/price')).toBe(1))
    } finally {
      cleanup()
      await other.close()
    }
  })

  it('creates another widget for a rebuild field', async () => {
    const seen = new Set<string>()
    const chains = (label: string) => service.config().chains.map((chain) => ({ ...chain, label }))
    const { rerender } = renderHook(
      ({ label }) => seen.add(useCreateWidget(service.config({ chains: chains(label) })).key),
      { initialProps: { label: 'One' } },
    )
    rerender({ label: 'One' })
    expect(seen.size).toBe(1)
    rerender({ label: 'Two' })
    expect(seen.size).toBe(2)
  })

  it('applies only its rules to the running widget when it needs another one', () => {
    const { widget } = listen()
    const [first] = service.config().chains
    const chains = first ? [{ ...first, label: 'Other' }] : []
    const hooks = { onBeforeSwap: () => false }
    const tokens = { 31337: { deny: [USDC] } }
    act(() =>
      widget.update({
        ...service.config(pair),
        chains,
        theme: 'dark',
        hooks,
        tokens,
        approvals: { permits: false },
      }),
    )
    expect(widget.config.getState()).toMatchObject({
      theme: 'system',
      chains: [{ label: 'ethereum' }],
      hooks,
      tokens: { 31337: { deny: [USDC.toLowerCase()] } },
      approvals: { permits: false },
    })
  })

  it('changes nothing else in the running widget when it needs another one', () => {
    const { widget } = listen()
    const before = widget.config.getState()
    const [first] = service.config().chains
    const chains = first ? [{ ...first, label: 'Other' }] : []
    act(() => widget.update(service.config({ ...pair, chains, theme: 'dark' })))
    expect(widget.config.getState()).toBe(before)
  })

  it('locks the value it sets, not the entered one', () => {
    const { result, rerender } = renderHook(({ given }) => useCreateWidget(given), {
      initialProps: { given: service.config(pair) },
    })
    act(() => result.current.form.getState().setInputAmount('99'))
    rerender({ given: { ...service.config(pair), lockedFields: ['amount'] } })
    expect(result.current.config.getState().lockedFields).toEqual(['amount'])
    expect(result.current.form.getState().inputAmount).toBe('1')
  })

  it('waits completely for the swap of the running widget when it needs another one', async () => {
    const config = service.config(pair)
    const [first] = config.chains
    const chains = first ? [{ ...first, label: 'Other' }] : []
    const { result, rerender } = renderHook(({ given }) => useCreateWidget(given), {
      initialProps: { given: config },
    })
    const running = result.current
    act(() => running.navigation.getState().push('progress'))
    rerender({ given: { ...config, chains, theme: 'dark' } })
    expect(result.current).toBe(running)
    expect(running.config.getState()).toMatchObject({ theme: 'system', chains: [{ label: 'ethereum' }] })
    act(() => running.navigation.getState().home())
    expect(result.current).not.toBe(running)
    expect(result.current.config.getState()).toMatchObject({ theme: 'dark', chains: [{ label: 'Other' }] })
  })

  it('reports an error when it cannot start another widget, also after waiting', () => {
    const config = service.config(pair)
    const [first] = config.chains
    const chains = first ? [{ ...first, label: 'Other' }] : []
    const onError = vi.fn()
    const { result, rerender } = renderHook(({ given }) => useCreateWidget(given, {}, onError), {
      initialProps: { given: config },
    })
    const running = result.current
    act(() => running.navigation.getState().push('progress'))
    rerender({ given: { ...config, chains } })
    rerender({ given: { ...config, chains, tokens: { 31337: { deny: [USDC] } } } as typeof config })
    expect(onError).not.toHaveBeenCalled()
    act(() => running.navigation.getState().home())
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'CONFIG_INVALID' }))
    expect(result.current).toBe(running)
  })

  it('throws for an invalid value and keeps the running config', () => {
    const { widget } = listen()
    const before = widget.config.getState()
    expect(() => widget.update(service.config({ theme: 'blue' as never }))).toThrow(/theme/)
    expect(widget.config.getState()).toBe(before)
  })
})
