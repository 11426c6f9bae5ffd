import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQuestions } from './questions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('begin a few turns at once, and no more of them in the long run than come by themselves', async () => {
  const wake = vi.fn()
  const questions = createQuestions({ queue: { ask: () => true, leave() {} }, wake, pollMs: 250 })
  const ask = () =>
    void questions
      .wait(
        () => [],
        () => true,
      )
      .catch(() => undefined)
  ask()
  expect(wake).toHaveBeenCalledTimes(1)
  // One that the turn has not answered begins the next.
  questions.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(wake).toHaveBeenCalledTimes(2)
  for (let i = 0; i < 20; i += 1) ask()
  expect(wake).toHaveBeenCalledTimes(4)
  for (let ms = 0; ms < 10_000; ms += 50) {
    await vi.advanceTimersByTimeAsync(50)
    ask()
  }
  expect(wake.mock.calls.length).toBeGreaterThan(40)
  expect(wake.mock.calls.length).toBeLessThanOrEqual(44)
})
