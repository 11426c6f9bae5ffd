import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quoteResultFixture as quote } from '../../wire/fixtures/router-fixtures.ts'
import type { ChainReader } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { getTerms } from '../execution/machine/terms.ts'
import { transition } from '../execution/machine/transition.ts'
import type {
  BackgroundSwap,
  ExecutionEvent,
  ExecutionState,
  SwapOutcome,
} from '../execution/machine/types.ts'
import { report } from '../lib/report.ts'
import {
  intentFixture as intent,
  verifiedQuoteFixture as verified,
} from '../testing/fixtures/fixture-intent.ts'
import { refreshBalances } from './refresh-balances.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const terms = getTerms(intent, 10)
const untilSent: ExecutionEvent[] = [
  { type: 'started', intent, terms, onChain: true },
  { type: 'quoted', quote, supportId: undefined, clockSkewMs: 0 },
  { type: 'verified', verified },
  { type: 'sent', hash: HASH },
]
const settled = {
  type: 'settled',
  outcome: { receipt: { hash: HASH, blockNumber: 7n }, paid: undefined, received: undefined } as SwapOutcome,
} satisfies ExecutionEvent

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reports whether balances were invalidated during the states of the real state machine. */
function follow(latest: () => Promise<bigint> = async () => 7n) {
  let state: ExecutionState = { stage: 'idle' }
  let left: readonly BackgroundSwap[] = []
  const listeners = new Set<() => void>()
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(['sluice', 'mine', 'balance', {}], '1')
  queryClient.setQueryData(['sluice', 'other', 'balance', {}], '1')
  const unused = () => expect.unreachable()
  const end = refreshBalances({
    reportError: report,
    execution: {
      getState: () => state,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      onBackgroundSwap: unused,
      getBackgroundSwaps: () => left,
      dismissBackgroundSwap: unused,
      giveUpBackgroundSwap: unused,
      isWatching: unused,
      getOpenRequests: () => [],
      stopWatching: unused,
      start: unused,
      accept: unused,
      cancel: unused,
      giveUp: unused,
      dismiss: unused,
      destroy: unused,
    },
    queryClient,
    chain: { blockNumber: latest } as Partial<ChainReader> as ChainReader,
    key: 'mine',
  })
  const isStale = (key: string) => queryClient.getQueryState(['sluice', key, 'balance', {}])?.isInvalidated
  return {
    end,
    isStale,
    run(...events: ExecutionEvent[]) {
      for (const event of events) {
        state = transition(state, event)
        for (const listener of listeners) listener()
      }
    },
    leave(...swaps: BackgroundSwap[]) {
      left = swaps
      for (const listener of listeners) listener()
    },
    renew: () => queryClient.setQueryData(['sluice', 'mine', 'balance', {}], '2'),
  }
}

it('refetches the balances of its own widget after the receipt, and later for a lagging RPC', () => {
  const followed = follow()
  followed.run(...untilSent)
  vi.advanceTimersByTime(10_000)
  expect(followed.isStale('mine')).toBe(false)
  followed.run(settled)
  vi.advanceTimersByTime(0)
  expect(followed.isStale('mine')).toBe(true)
  expect(followed.isStale('other')).toBe(false)
  followed.renew()
  vi.advanceTimersByTime(2_000)
  expect(followed.isStale('mine')).toBe(true)
})

it('refetches balances after a revert, which has cost gas', () => {
  const followed = follow()
  followed.run(...untilSent, { type: 'failed', error: new SluiceError('TRANSACTION_REVERTED') })
  vi.advanceTimersByTime(0)
  expect(followed.isStale('mine')).toBe(true)
})

it('refetches balances once at the end of a background swap', () => {
  const followed = follow()
  followed.run(...untilSent)
  const watching = transition({ stage: 'idle' }, { type: 'started', intent, terms, onChain: true })
  followed.leave({ ...watching, stage: 'completed', verified, outcome: settled.outcome } as BackgroundSwap)
  vi.advanceTimersByTime(10_000)
  expect(followed.isStale('mine')).toBe(true)
  followed.renew()
  followed.leave()
  vi.advanceTimersByTime(10_000)
  expect(followed.isStale('mine')).toBe(false)
})

it('does nothing after it was stopped', () => {
  const followed = follow()
  followed.run(...untilSent, settled)
  followed.end()
  vi.advanceTimersByTime(10_000)
  expect(followed.isStale('mine')).toBe(false)
})

it('refetches balances until the node has the block of the receipt', async () => {
  let block = 6n
  const followed = follow(async () => block)
  followed.run(...untilSent, settled)
  const isReadWithin = async (ms: number) => {
    followed.renew()
    await vi.advanceTimersByTimeAsync(ms)
    return followed.isStale('mine')
  }
  expect(await isReadWithin(5_000)).toBe(true)
  expect(await isReadWithin(5_000)).toBe(true)
  block = 7n
  expect(await isReadWithin(5_000)).toBe(true)
  expect(await isReadWithin(60_000)).toBe(false)
})

it('limits the refetches for a node that never catches up or does not respond', async () => {
  const latest = vi.fn(() => Promise.reject(new SluiceError('RPC_UNAVAILABLE')))
  const followed = follow(latest)
  followed.run(...untilSent, settled)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(latest).toHaveBeenCalledTimes(12)
  followed.renew()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(followed.isStale('mine')).toBe(false)
})
