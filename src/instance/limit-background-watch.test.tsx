import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { createFixtureClients } from '../testing/fixtures/fixture-clients.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import {
  fixtureIntent,
  fixtureOutcome,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../testing/fixtures/fixture-swap.ts'
import { CONNECTED, createFixtureWallet } from '../testing/fixtures/fixture-wallet.ts'
import { createWidget } from './create-widget.ts'
import { emitExecutionEvents } from './emit-execution-events.ts'
import { useCreateWidget } from './use-create-widget.ts'

const run = fixtureRun(fixtureIntent())
const verified = fixtureVerified(run)
const watching = { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false } as const
const completed = { stage: 'completed', ...run, verified, outcome: fixtureOutcome(run) } as const

function setUp() {
  const execution = createFixtureExecution()
  const stopped = vi.spyOn(execution, 'stopWatching')
  const widget = createWidget(FIXTURE_CONFIG, {
    parts: {
      clients: createFixtureClients(),
      chain: createFixtureChain(),
      wallet: createFixtureWallet(),
      execution,
    },
  })
  emitExecutionEvents(execution, widget)
  const told: string[] = []
  widget.events.on('*', (name) => told.push(name))
  return { execution, stopped, widget, told }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('watches a pending transaction after its widget is unmounted, and emits its end', async () => {
  const { execution, stopped, widget, told } = setUp()
  const unmount = widget.mount()
  execution.set({ stage: 'signing', ...run, verified })
  execution.set(watching)
  unmount()
  await Promise.resolve()
  expect(execution.getState().stage).toBe('watching')
  execution.set(completed)
  expect(told.at(-1)).toBe('routeExecutionCompleted')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(stopped).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

it('stops watching after a while and once destroyed', async () => {
  const first = setUp()
  first.widget.mount()()
  first.execution.set(watching)
  await Promise.resolve()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(first.stopped).toHaveBeenCalledOnce()

  const second = setUp()
  const unmount = second.widget.mount()
  second.execution.set(watching)
  unmount()
  await Promise.resolve()
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  second.widget.destroy()
  expect(vi.getTimerCount()).toBe(0)
})

it('emits the failure of a swap that had sent nothing when its widget was unmounted', async () => {
  const { execution, widget, told } = setUp()
  const unmount = widget.mount()
  execution.set({ stage: 'quoting', ...run })
  unmount()
  await Promise.resolve()
  expect(execution.getState().stage).toBe('idle')
  expect(told.at(-1)).toBe('routeExecutionFailed')
})

it('creates a widget for other chains only when its swap is over and dismissed', () => {
  const chains = (label: string) => FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, label }))
  const { result, rerender } = renderHook(
    ({ label }) => useCreateWidget({ ...FIXTURE_CONFIG, chains: chains(label) }),
    { initialProps: { label: 'One' } },
  )
  const first = result.current
  const state = vi.spyOn(first.execution, 'getState').mockReturnValue(watching)
  act(() => first.navigation.getState().push('progress'))
  rerender({ label: 'Two' })
  expect(result.current).toBe(first)
  state.mockReturnValue(completed)
  rerender({ label: 'Two' })
  expect(result.current).toBe(first)
  act(() => first.navigation.getState().home())
  expect(result.current).not.toBe(first)
})

it('creates no widget while the wallet shows a request that can be signed', () => {
  const chains = (label: string) => FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, label }))
  const { result, rerender } = renderHook(
    ({ label }) => useCreateWidget({ ...FIXTURE_CONFIG, chains: chains(label) }),
    { initialProps: { label: 'One' } },
  )
  const first = result.current
  const state = vi.spyOn(first.wallet, 'getState')
  state.mockReturnValue({ ...CONNECTED, prompt: { about: undefined } })
  rerender({ label: 'Two' })
  expect(result.current).toBe(first)
  state.mockReturnValue(CONNECTED)
  rerender({ label: 'Two' })
  expect(result.current).not.toBe(first)
})
