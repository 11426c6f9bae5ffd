import { beforeEach, expect, it } from 'vitest'
import { createPollPace, type PollPace } from './poll-pace.ts'

let nowMs: number
let pace: PollPace
beforeEach(() => {
  nowMs = 0
  pace = createPollPace({ pollMs: 500, blockSeconds: 2 }, () => nowMs)
})

it('asks for the head at its pace until a subscription announces blocks, and seldom while it does', () => {
  expect(pace.waitMs(7n)).toBe(500)
  pace.connected(true)
  expect(pace.waitMs(7n)).toBe(500)
  pace.announced(7n)
  expect(pace.waitMs(7n)).toBe(4_000)
})

it('asks at its pace for a block that was announced before the node answers with it', () => {
  pace.connected(true)
  pace.announced(8n)
  expect(pace.waitMs(7n)).toBe(500)
  expect(pace.waitMs(8n)).toBe(4_000)
  pace.announced(undefined)
  expect(pace.waitMs(8n)).toBe(500)
})

it('asks at its pace again when the subscription is lost, or silent', () => {
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
])('asks no more seldom than blocks of %d s allow', (blockSeconds, waitMs) => {
  const other = createPollPace({ pollMs: 250, blockSeconds }, () => nowMs)
  other.connected(true)
  other.announced(1n)
  expect(other.waitMs(1n)).toBe(waitMs)
})
