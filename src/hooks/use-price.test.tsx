import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { ExecutionState } from '../execution/machine/types.ts'
import type { Widget } from '../instance/types.ts'
import { IDLE_MS, REVIEW_REFRESH_MS } from '../lib/thresholds.ts'
import { type PriceOutcome, priceRefreshDelay } from '../queries/price-query.ts'
import { FixtureContext } from '../testing/fixtures/fixture-context.tsx'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { fixtureIntent, fixtureRun, fixtureVerified } from '../testing/fixtures/fixture-swap.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import { usePrice } from './use-price.ts'

const PRICE = '/router/v1/price'
let service: FixtureService

beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(() => service.close())

function renderPrice({ amount = '1', priceRefreshMs = 2_000 } = {}) {
  return renderInWidget(
    service.config({ input: { token: WETH, amount }, output: { token: USDC }, priceRefreshMs }),
    usePrice,
  )
}

/** Returns a response with this output amount. */
function echo(outputAmount: string) {
  return { body: { statusCode: 200, result: { ...priceResultFixture, outputAmount } } }
}

describe('the live price', () => {
  it('is idle and requests nothing without an amount', async () => {
    const { result } = renderPrice({ amount: '' })
    expect(result.current.status).toBe('idle')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(service.count(PRICE)).toBe(0)
  })

  it('changes from loading to ready for exactly these inputs', async () => {
    const { result, widget } = renderPrice({ amount: '' })
    act(() => widget.form.getState().setInputAmount('1.5'))
    await waitFor(() => expect(result.current.status).toBe('loading'))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    expect(result.current).toMatchObject({
      price: { inputAmount: '1500000000000000000' },
      isStale: false,
      requestId: expect.stringMatching(/^request-/),
      inputs: { inputAmount: 1_500_000_000_000_000_000n, slippageBps: 50 },
    })
    expect(service.requests.filter(({ path }) => path === PRICE).at(-1)?.body).toMatchObject({
      chainID: 'ethereum',
      inputToken: WETH,
      outputToken: USDC,
      orderType: 'SELL',
      inputAmount: '1500000000000000000',
      slippage: 50,
      uniquePID: 'sluice-test',
      computeStable: true,
    })
  })

  it('requests one price for an amount that is being typed', async () => {
    const { result, widget } = renderPrice({ amount: '' })
    for (const amount of ['1', '12', '123', '123.', '123.4']) {
      act(() => widget.form.getState().setInputAmount(amount))
      await act(async () => {})
    }
    await waitFor(() => expect(result.current.status).toBe('ready'))
    expect(service.count(PRICE)).toBe(1)
  })

  it('ignores a late response for other inputs', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    service.answer(PRICE, async ({ body }) => {
      if (body.inputAmount === '1000000000000000000') await held
      return echo(body.inputAmount)
    })
    const shown = new Set<unknown>()
    const { result, widget } = renderPrice({ amount: '1' })
    await waitFor(() => expect(service.count(PRICE)).toBe(1))
    act(() => widget.form.getState().setInputAmount('2'))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    release()
    for (let round = 0; round < 10; round += 1) {
      if (result.current.status === 'ready') shown.add(result.current.price.outputAmount)
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    }
    expect(shown).toEqual(new Set(['2000000000000000000']))
  })

  it('disappears with the amount', async () => {
    const { result, widget } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('ready'))
    act(() => widget.form.getState().setInputAmount(''))
    expect(result.current.status).toBe('idle')
  })

  it('refreshes at the announced time', async () => {
    const { result } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('ready'))
    const view = result.current
    if (view.status !== 'ready') return expect.unreachable()
    expect(view.nextRefreshAt).toBe(view.updatedAt + 2_000)
    await waitFor(() => expect(service.count(PRICE)).toBe(2))
  })

  it('refreshes immediately on request', async () => {
    const { result } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('ready'))
    act(() => result.current.refresh())
    await waitFor(() => expect(service.count(PRICE)).toBe(2))
  })
})

describe('a failing price', () => {
  it('is an error with its code and keeps the form', async () => {
    service.answer(PRICE, () => ({
      status: 400,
      body: { statusCode: 400, error: 'Unable to fetch a solution for the user request' },
    }))
    const { result, widget } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('error'))
    expect(result.current).toMatchObject({ error: { code: 'NO_ROUTE' } })
    expect(widget.form.getState().inputAmount).toBe('1')
  })

  it('is retried with growing delays that reset after a success', () => {
    const refreshMs = 10_000
    const failing = (code: ErrorCode, count: number, outcome: Partial<PriceOutcome> = {}) =>
      priceRefreshDelay(refreshMs, {
        error: new SluiceError(code),
        dataUpdatedAt: 0,
        errorUpdatedAt: 1_000_000,
        errorUpdateCount: count,
        ...outcome,
      })
    const never = [1, 2, 3, 4, 5, 50].map((count) => failing('SERVICE_ERROR', count))
    expect(never).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000])
    const since = [3_000, 10_000, 20_000, 40_000, 800_000]
    expect(since.map((ms) => failing('NETWORK_LOST', 7, { dataUpdatedAt: 1_000_000 - ms }))).toEqual([
      10_000, 10_000, 20_000, 40_000, 120_000,
    ])
    expect(failing('LOAD_FAILED', 2)).toBe(20_000)
    expect(failing('NO_ROUTE', 1)).toBe(40_000)
    expect(failing('FORBIDDEN', 1)).toBe(false)
    const fine = { error: null, dataUpdatedAt: 2_000_000, errorUpdatedAt: 1_000_000, errorUpdateCount: 9 }
    expect(priceRefreshDelay(refreshMs, fine)).toBe(refreshMs)
  })

  it('is retried at the announced times with growing delays', async () => {
    vi.useFakeTimers()
    let requests = 0
    const { result } = renderHook(usePrice, {
      wrapper: ({ children }) => (
        <FixtureContext
          config={{ priceRefreshMs: 10_000 }}
          onWidget={({ clients }) => {
            clients.router.price = async () => {
              requests += 1
              throw new SluiceError('SERVICE_ERROR')
            }
          }}
        >
          {children}
        </FixtureContext>
      ),
    })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    try {
      await pass(500)
      for (const [index, delay] of [10_000, 20_000, 40_000].entries()) {
        expect(requests).toBe(index + 1)
        const view = result.current
        if (view.status !== 'error') return expect.unreachable()
        expect((view.nextRefreshAt ?? 0) - Date.now()).toBeGreaterThan(delay - 1_000)
        await pass((view.nextRefreshAt ?? 0) - Date.now() - 1)
        expect(requests).toBe(index + 1)
        await pass(500)
      }
      expect(requests).toBe(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it('waits for the time of a `Retry-After` header', async () => {
    service.answer(PRICE, () => ({
      status: 429,
      headers: { 'retry-after': '30' },
      body: { statusCode: 429, error: 'Rate limit exceeded. Please try again later' },
    }))
    const requestedAt = Date.now()
    const { result } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('error'))
    const view = result.current
    if (view.status !== 'error') return expect.unreachable()
    expect(view.error.code).toBe('RATE_LIMITED')
    expect(view.nextRefreshAt).toBeGreaterThanOrEqual(requestedAt + 30_000)
  })

  it('schedules no retry of a permanent error', async () => {
    service.answer(PRICE, () => ({ status: 401, body: { statusCode: 401, error: 'Forbidden' } }))
    const { result } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('error'))
    expect(result.current).toMatchObject({ error: { code: 'FORBIDDEN' }, nextRefreshAt: undefined })
  })

  it('stays visible as stale after one failure and recovers', async () => {
    const { result } = renderPrice()
    await waitFor(() => expect(result.current.status).toBe('ready'))
    service.answer(PRICE, () => ({ status: 503, headers: { 'retry-after': '4' }, body: '' }))
    act(() => result.current.refresh())
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', isStale: true }))
    expect(result.current).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } })
    service.answer(PRICE, ({ body }) => echo(body.inputAmount))
    act(() => result.current.refresh())
    await waitFor(() =>
      expect(result.current).toMatchObject({ status: 'ready', isStale: false, error: undefined }),
    )
  })
})

describe('the paused price', () => {
  const REFRESH_MS = 10_000
  const run = fixtureRun(fixtureIntent())
  const watching: ExecutionState = {
    stage: 'watching',
    ...run,
    verified: fixtureVerified(run),
    hash: `0x${'ab'.repeat(32)}`,
    awaitingSigners: false,
  }

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    hide(false)
    window.dispatchEvent(new Event('online'))
    vi.useRealTimers()
  })

  async function setUp() {
    const execution = createFixtureExecution()
    let requests = 0
    let widget: Widget | undefined
    const { result } = renderHook(usePrice, {
      wrapper: ({ children }) => (
        <FixtureContext
          config={{ priceRefreshMs: REFRESH_MS }}
          execution={execution}
          onWidget={(made) => {
            widget = made
            const { clients } = made
            const { price } = clients.router
            clients.router.price = (...args) => {
              requests += 1
              return price(...args)
            }
          }}
        >
          {children}
        </FixtureContext>
      ),
    })
    await pass(2_000)
    expect(result.current.status).toBe('ready')
    return { result, execution, widget: () => widget!, count: () => requests }
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  function hide(isHidden: boolean): void {
    const visibilityState = isHidden ? 'hidden' : 'visible'
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }

  it('requests nothing while the page is hidden and refreshes when it becomes visible', async () => {
    const { count } = await setUp()
    hide(true)
    const before = count()
    await pass(5 * REFRESH_MS)
    expect(count()).toBe(before)
    hide(false)
    await pass(0)
    expect(count()).toBe(before + 1)
  })

  it('requests nothing after minutes without user input and refreshes on the next input', async () => {
    const { result, count } = await setUp()
    act(() => void window.dispatchEvent(new Event('pointermove')))
    await pass(IDLE_MS - 1_000)
    expect(result.current).toMatchObject({ nextRefreshAt: expect.any(Number) })
    await pass(2_000)
    const before = count()
    await pass(5 * REFRESH_MS)
    expect(count()).toBe(before)
    expect(result.current).toMatchObject({
      status: 'ready',
      isStale: true,
      isIdle: true,
      error: undefined,
      nextRefreshAt: undefined,
    })
    act(() => void window.dispatchEvent(new Event('keydown')))
    expect(result.current).toMatchObject({ isIdle: false })
    await pass(0)
    expect(count()).toBe(before + 1)
  })

  it.each([
    ['a click of assistive technology', () => window.dispatchEvent(new Event('click'))],
    ['voice input', () => window.dispatchEvent(new Event('input'))],
    ['the window', () => window.dispatchEvent(new Event('focus'))],
    ['the page', () => hide(false)],
  ])('refreshes when %s ends the idle time and marks the old price until then', async (_, back) => {
    const { result, count } = await setUp()
    hide(true)
    await pass(IDLE_MS + 1_000)
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
    const before = count()
    act(() => void back())
    expect(result.current).toMatchObject({ status: 'ready', isStale: true, isRefreshing: true })
    await pass(0)
    expect(count()).toBe(before + 1)
    await pass(1_000)
    expect(result.current).toMatchObject({
      status: 'ready',
      isStale: false,
      nextRefreshAt: expect.any(Number),
    })
  })

  it('still prices a change by the host while the user is idle', async () => {
    const { result, widget, count } = await setUp()
    await pass(IDLE_MS + 1_000)
    const before = count()
    act(() => widget().form.getState().setInputAmount('2'))
    await pass(2_000)
    expect(count()).toBeGreaterThan(before)
    expect(result.current).toMatchObject({ status: 'ready', inputAmount: 2n * 10n ** 18n, isStale: false })
  })

  it('requests nothing and reports an error while the browser is offline, and refreshes when it is online', async () => {
    const { result, count } = await setUp()
    const before = count()
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(result.current).toMatchObject({
      status: 'ready',
      isStale: true,
      error: { code: 'NETWORK_LOST' },
      nextRefreshAt: undefined,
    })
    await pass(5 * REFRESH_MS)
    hide(true)
    hide(false)
    await pass(0)
    expect(count()).toBe(before)
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(0)
    expect(count()).toBe(before + 1)
    expect(result.current).toMatchObject({ status: 'ready', isStale: false, error: undefined })
  })

  it.each<[string, ExecutionState | undefined]>([
    ['', undefined],
    [' while an earlier swap is watched', watching],
    [
      ' after an earlier swap failed',
      { ...watching, stage: 'failed', error: new SluiceError('TRANSACTION_REVERTED'), at: 'watching' },
    ],
  ])('refreshes more often on the review page than on the form%s', async (_, earlier) => {
    const { widget, count, execution } = await setUp()
    if (earlier) act(() => execution.set(earlier))
    act(() => widget().navigation.getState().push('review'))
    const before = count()
    await pass(5 * REVIEW_REFRESH_MS)
    expect(count() - before).toBeGreaterThanOrEqual(4)
    expect(count() - before).toBeLessThanOrEqual(6)
    hide(true)
    const hidden = count()
    await pass(3 * REFRESH_MS)
    expect(count()).toBe(hidden)
  })

  it('requests nothing while a swap is being confirmed and refreshes when that ends', async () => {
    const { count, execution } = await setUp()
    act(() => execution.set({ stage: 'signing', ...run, verified: fixtureVerified(run) }))
    const before = count()
    hide(true)
    await pass(5 * REFRESH_MS)
    hide(false)
    await pass(5 * REFRESH_MS)
    expect(count()).toBe(before)
    act(() => execution.set({ stage: 'idle' }))
    await pass(0)
    expect(count()).toBe(before + 1)
  })
})
