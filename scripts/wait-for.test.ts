import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitFor } from './lib/wait-for.mjs'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(options: { isReady: () => boolean; isAlive: () => boolean }) {
  const lines: string[] = []
  const done = waitFor({ ...options, toReason: () => 'the service', print: (line) => lines.push(line) })
  return { lines, done }
}

it('waits for an hour and reports what it waits for', async () => {
  const readyAt = Date.now() + 3_600_000
  const { lines, done } = start({ isReady: () => Date.now() >= readyAt, isAlive: () => true })
  await vi.advanceTimersByTimeAsync(3_600_100)
  expect(await done).toBe(true)
  expect(lines.slice(0, 2)).toEqual(['Waiting for the service (5 s)…', 'Waiting for the service (15 s)…'])
  expect(lines.length).toBeGreaterThan(350)
})

it('prints nothing when the wait is short', async () => {
  const readyAt = Date.now() + 4_000
  const { lines, done } = start({ isReady: () => Date.now() >= readyAt, isAlive: () => true })
  await vi.advanceTimersByTimeAsync(4_100)
  expect([await done, lines]).toEqual([true, []])
})

it('ends the wait when the process exits', async () => {
  const exitsAt = Date.now() + 1_000
  const { done } = start({ isReady: () => false, isAlive: () => Date.now() < exitsAt })
  await vi.advanceTimersByTimeAsync(1_100)
  expect(await done).toBe(false)
})
