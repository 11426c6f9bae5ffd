import { beforeEach, expect, it } from 'vitest'
import { createPollPace, type PollPace } from './poll-pace.ts'

let nowMs: number
let pace: PollPace
beforeEach(() => {
  nowMs = 0
  pace = createPollPace({ pollMs: 500, blockSeconds: 2 }, () => nowMs)
})

it('polls normally until a subscription announces blocks, and rarely after', () => {
  expect(pace.waitMs(7n)).toBe(500)
  pace.connected(true)
  expect(pace.waitMs(7n)).toBe(500)
  pace.announced(7n)
  expect(pace.waitMs(7n)).toBe(4_000)
})

it('polls normally for an announced block until the node serves it', () => {
  pace.connected(true)
  pace.announced(8n)
  expect(pace.waitMs(7n)).toBe(500)
  expect(pace.waitMs(8n)).toBe(4_000)
  pace.announced(undefined)
  expect(pace.waitMs(8n)).toBe(500)
})

it('polls normally again when the subscription is lost or silent', () => {
  pace.connected(true)
  pace.announced(7n)
  nowMs = 9_000
  expect(pace.waitMs(7n)).toBe(500)
  pace.announced(7n)
  expect(pace.waitMs(7n)).toBe(4_000)
  pace.connected(false)
  expect(pace.waitMs(7n)).toBe(500)
})

it.each([
  [12, 10_000],
  [0.25, 2_000],
  [0, 2_000],
])('polls at least as often as blocks of %d s require', (blockSeconds, waitMs) => {
  const other = createPollPace({ pollMs: 250, blockSeconds }, () => nowMs)
  other.connected(true)
  other.announced(1n)
  expect(other.waitMs(1n)).toBe(waitMs)
})
