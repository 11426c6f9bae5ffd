import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { readActivity } from '../activity/activity-storage.ts'
import { announceEnds } from '../activity/announce-end.ts'
import { holdSwaps } from '../activity/own-running-swaps.ts'
import type { ChainReader } from '../chain/types.ts'
import { isDefect } from '../errors/report-defect.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { createExecution } from '../execution/create-execution.ts'
import { getDeadlineSeconds } from '../execution/effects/deadline-seconds.ts'
import { latestBlock } from '../execution/effects/latest-block.ts'
import { planPermit } from '../execution/effects/permit.ts'
import { readL1Fees } from '../execution/effects/verify.ts'
import { findReplacementOffer } from '../hooks/replacement-offer.ts'
import { readReserve } from '../pages/swap/max-amount.ts'
import { balanceQuery } from '../queries/balance-query.ts'
import { findCounterpart } from '../queries/find-counterpart.ts'
import { wrapCostQuery } from '../queries/wrap-cost-query.ts'
import { createExecutionWorld } from '../testing/execution/execution-world.ts'
import { fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { ETHEREUM } from '../testing/fixtures/fixture-tokens.ts'
import { createFixtureWidget } from '../testing/fixtures/fixture-widget-instance.ts'
import { laterSource } from '../wallet/later-source.ts'
import { followTradeSlippage } from './follow-trade-slippage.ts'
import { keepPair } from './keep-pair.ts'
import { reportQueryDefects } from './report-query-defects.ts'
import type { Widget } from './types.ts'

const defect = new TypeError('x is not a function')
const onError = vi.fn<(error: SluiceError) => void>()
const fail = () => Promise.reject(defect)
const throws = () => {
  throw defect
}
/** A node whose every read meets an error of the widget's own code. */
const brokenChain = new Proxy({} as ChainReader, { get: () => fail })
const chainId = ETHEREUM
const { signal } = new AbortController()

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '?')
  vi.restoreAllMocks()
  onError.mockReset()
})

/** A widget whose parts are replaced, for code that is started with it. */
function widgetWith(parts: object): Widget {
  const widget = createFixtureWidget({ onError, config: { persistTokens: true } })
  return { ...widget, ...parts }
}

const context = () => ({
  ...createExecutionWorld().deps,
  chain: brokenChain,
  reportError: onError,
  signal,
  now: Date.now,
})
const run = { inputToken: WETH, outputToken: USDC, chainId, slippageBps: 50 }

const SEAMS: Record<string, () => unknown> = {
  'deadline of a contract account': () => getDeadlineSeconds(intentFixture, context()),
  'latest block before a wallet request': () => latestBlock({ chainId }, context()),
  'fees beside gas': () => readL1Fees({ chainId }, context()),
  'permit of a token': () =>
    planPermit(intentFixture, { spender: USDC, amount: 1n, nowMs: 0, deadlineSeconds: 60 }, context()),
  'reserve of a native balance': () => readReserve({ chain: brokenChain, reportError: onError }, chainId),
  'cost of wrapping': () => {
    const widget = widgetWith({ chain: { ...createFixtureChain(), estimateGas: fail } })
    const query = { chainId, wrapper: WETH, inputToken: { address: WETH }, account: USDC }
    return widget.queryClient.fetchQuery(wrapCostQuery(widget, query) as never)
  },
  'token on another chain': () =>
    findCounterpart(widgetWith({ queryClient: { fetchQuery: fail } }), {
      token: { chainId, address: USDC },
      chainId: 8453,
      side: 'output',
    }),
  'offer to replace a swap': () =>
    findReplacementOffer(fixtureEntry('a', 'pending'), {
      chain: brokenChain,
      config: widgetWith({}).config.getState(),
      reportError: onError,
    }),
  'lock of a running swap': () => {
    vi.stubGlobal('navigator', { locks: { request: fail } })
    let notify = () => {}
    const state = { stage: 'watching', intent: intentFixture } as never
    const subscribe = (listener: () => void) => {
      notify = listener
      return () => {}
    }
    holdSwaps({ ...createFixtureExecution(state), subscribe }, { storageKey: 'a', reportError: onError })
    notify()
  },
  'failed query': async () => {
    const widget = widgetWith({ chain: brokenChain })
    reportQueryDefects(widget)
    const query = balanceQuery(widget, { chainId, token: USDC, account: WETH })
    await expect(widget.queryClient.fetchQuery(query as never)).rejects.toBe(defect)
  },
  'restored wallet': async () => {
    const source = laterSource({ load: fail, canRestore: () => true, reportError: onError })
    source.start(() => {})
    await vi.waitFor(() => expect(source.isRestoring()).toBe(false))
  },
  'restored pair': () => {
    history.replaceState(null, '', `?input=${USDC}&output=${WETH}`)
    const widget = createFixtureWidget({ onError, config: { urlSync: true } })
    keepPair({ ...widget, form: { ...widget.form, setState: throws } })
  },
  'automatic slippage limit': () => {
    const widget = widgetWith({})
    const settings = { ...widget.settings, getState: () => ({ isSlippageAuto: true }), setState: throws }
    followTradeSlippage({ ...widget, settings: settings as never })
    const value = { effectiveInputAmount: '1', effectiveOutputAmount: '1', inputAmount: '1' }
    return widget.queryClient.fetchQuery({
      queryKey: ['sluice', widget.key, 'price', run],
      queryFn: () => ({ value }),
    })
  },
  notification: () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.stubGlobal(
      'Notification',
      class {
        static permission = 'granted'
        set onclick(_: unknown) {
          throws()
        }
      },
    )
    const widget = widgetWith({})
    const on = (name: string, listener: (payload: object) => void) => {
      if (name === 'routeExecutionFailed') listener({ process: {}, route: { id: 'a' } })
      return () => {}
    }
    widget.config.setState({ notifyEnd: 'system' })
    announceEnds({ ...widget, events: { on } as never, reportError: onError })
  },
  'quote of a swap': async () => {
    const { deps } = createExecutionWorld()
    const execution = createExecution({
      ...deps,
      router: { ...deps.router, quote: fail },
      reportError: onError,
    })
    execution.start(intentFixture)
    await waitFor(() => expect(execution.getState()).toMatchObject({ stage: 'failed' }))
    const [[reported] = []] = onError.mock.calls
    expect(execution.getState()).toMatchObject({ error: reported })
  },
}

it.each(Object.keys(SEAMS))('reports an error of the code once with a support id: %s', async (name) => {
  await SEAMS[name]?.()
  await waitFor(() =>
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'UNKNOWN', cause: defect, supportId: expect.stringMatching(/./) }),
    ),
  )
})

it('does not take a list of swaps for empty when its code throws', () => {
  localStorage.setItem('key', '{}')
  vi.spyOn(JSON, 'parse').mockImplementation(throws)
  expect(() => readActivity('key')).toThrow(defect)
  expect(isDefect(defect)).toBe(true)
})
