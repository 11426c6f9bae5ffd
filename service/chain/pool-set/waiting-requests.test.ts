import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { KnownPool } from './known-pools.ts'
import { createWaitingRequests } from './waiting-requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const POLL_MS = 250

function createAsked() {
  const wake = vi.fn()
  const waitingRequests = createWaitingRequests({
    queue: { request: () => true, leave() {} },
    wake,
    pollMs: POLL_MS,
  })
  return {
    wake,
    /** The request's own pools. It completes once none are missing and no token is unread. */
    addRequest(lacking: KnownPool[], isUnread = false) {
      const request = { isUnread }
      waitingRequests
        .wait(
          () => lacking,
          () => request.isUnread,
        )
        .catch(() => undefined)
      return request
    },
    async answer() {
      waitingRequests.answer()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('starts a few turns immediately, and no more than the regular rate in the long run', async () => {
  const { wake, addRequest, answer } = createAsked()
  addRequest([{} as KnownPool])
  expect(wake).toHaveBeenCalledTimes(1)
  // An unanswered request starts the next turn.
  await answer()
  expect(wake).toHaveBeenCalledTimes(2)
  for (let i = 0; i < 20; i += 1) addRequest([{} as KnownPool])
  expect(wake).toHaveBeenCalledTimes(4)
  for (let ms = 0; ms < 10_000; ms += 50) {
    await vi.advanceTimersByTimeAsync(50)
    addRequest([{} as KnownPool])
  }
  const turns = 10_000 / POLL_MS
  expect(wake.mock.calls.length).toBeGreaterThan(turns)
  expect(wake.mock.calls.length).toBeLessThanOrEqual(turns + 4)
})

it('starts no turn for tokens that are being read', async () => {
  const { wake, addRequest, answer } = createAsked()
  const pools = [{} as KnownPool]
  const request = addRequest(pools, true)
  pools.pop()
  await answer()
  await answer()
  expect(wake).toHaveBeenCalledTimes(1)
  request.isUnread = false
  await answer()
  // A new request for unread tokens starts a turn.
  addRequest([], true)
  expect(wake).toHaveBeenCalledTimes(2)
})
