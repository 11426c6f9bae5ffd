import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLater } from './start-later.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const report = vi.fn()
afterEach(() => report.mockReset())

const failure = new TypeError('Failed to fetch dynamically imported module')

it('starts code after a failed load without reporting an error, and stops it', async () => {
  const stopped = vi.fn()
  const started = vi.fn(() => stopped)
  const load = vi.fn(async () => started)
  load.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
  const stop = startLater(load, report)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(started).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(3)
  expect(started).toHaveBeenCalledOnce()
  stop()
  expect(stopped).toHaveBeenCalledOnce()
  expect(report).not.toHaveBeenCalled()
})

it('neither starts nor loads again once it is stopped', async () => {
  const started = vi.fn(() => () => {})
  startLater(async () => started, report)()
  const failing = vi.fn(() => Promise.reject(failure))
  startLater(failing, report)()
  const stopLater = startLater(failing, report)
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(1)
  stopLater()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started).not.toHaveBeenCalled()
  expect(failing).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['loads', (cause: Error) => Promise.reject(cause)],
  [
    'starts',
    async (cause: Error) => () => {
      throw cause
    },
  ],
])('reports code that throws when it %s once, with a support id', async (_, load) => {
  const cause = new TypeError('x is not a function')
  const failing = vi.fn(() => load(cause))
  startLater(failing, report)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failing).toHaveBeenCalledOnce()
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'UNKNOWN', cause, supportId: expect.stringMatching(/./) }),
  )
})
