import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chainConfig } from '../../testing/literal-chain.ts'
import { createFreshness } from './freshness.ts'

const config = (blockSeconds: number) => ({ ...chainConfig('ethereum', 31337), blockSeconds })
const wallSeconds = () => Math.floor(Date.now() / 1000)
const block = (number: number, timestamp = wallSeconds()) => ({
  blockNumber: BigInt(number),
  blockHash: `0x${number.toString(16).padStart(64, '0')}` as const,
  timestamp: BigInt(timestamp),
})

describe('freshness of a head', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is unknown, and therefore stale, before the first block', () => {
    const freshness = createFreshness(config(2))
    expect(freshness.headAgeMs()).toBe(Number.POSITIVE_INFINITY)
    expect(freshness.isStale()).toBe(true)
  })

  it('lasts three blocks, and at least fifteen seconds', () => {
    for (const [blockSeconds, limit] of [
      [2, 15_000],
      [12, 36_000],
    ] as const) {
      const freshness = createFreshness(config(blockSeconds))
      freshness.seen(block(7))
      vi.advanceTimersByTime(limit)
      expect(freshness.isStale()).toBe(false)
      vi.advanceTimersByTime(1)
      // Records the same head and an older one.
      for (const number of [7, 6]) {
        freshness.seen(block(number))
        expect(freshness.isStale()).toBe(true)
      }
      freshness.seen(block(8))
      expect(freshness.headAgeMs()).toBe(0)
      expect(freshness.isStale()).toBe(false)
    }
  })

  it('depends on responses of the node if blocks come on demand', () => {
    const freshness = createFreshness(config(0))
    freshness.seen(block(7))
    vi.advanceTimersByTime(60_000)
    freshness.seen(block(7))
    expect(freshness.isStale()).toBe(false)
    vi.advanceTimersByTime(15_001)
    expect(freshness.isStale()).toBe(true)
  })

  it.each([
    [0.25, 120],
    [2, 120],
    [12, 120],
    [600, 1_800],
  ])('depends on its timestamp too: with a block every %d s it may lag %d s', (seconds, limit) => {
    const freshness = createFreshness(config(seconds))
    freshness.seen(block(7, wallSeconds() - limit + 2))
    expect([freshness.isStale(), freshness.lagSeconds()]).toEqual([false, undefined])
    // New blocks do not help.
    for (const number of [8, 9]) {
      freshness.seen(block(number, wallSeconds() - limit - 6))
      expect(freshness.isStale()).toBe(true)
      expect(freshness.lagSeconds()).toBeGreaterThan(limit)
    }
    freshness.seen(block(10))
    expect(freshness.isStale()).toBe(false)
  })

  it('is doubtful before it is stale: after two blocks, or with an old timestamp', () => {
    for (const [blockSeconds, limit] of [
      [1, 5_000],
      [12, 24_000],
    ] as const) {
      const freshness = createFreshness(config(blockSeconds))
      freshness.seen(block(7))
      vi.advanceTimersByTime(limit)
      expect(freshness.isDoubtful()).toBe(false)
      vi.advanceTimersByTime(1)
      expect([freshness.isDoubtful(), freshness.isStale()]).toEqual([true, false])
      freshness.seen(block(8, wallSeconds() - 60))
      expect([freshness.isDoubtful(), freshness.isStale()]).toEqual([true, false])
      freshness.seen(block(9))
      expect(freshness.isDoubtful()).toBe(false)
    }
  })

  it('ends if a timestamp is further in the future than the config allows', () => {
    const freshness = createFreshness({ ...config(2), maxLeadSeconds: 120 })
    freshness.seen(block(7, wallSeconds() + 118))
    expect([freshness.isStale(), freshness.lagSeconds()]).toEqual([false, undefined])
    freshness.seen(block(8, wallSeconds() + 130))
    expect(freshness.isStale()).toBe(true)
    expect(freshness.lagSeconds()).toBeLessThan(-120)
    freshness.seen(block(9))
    expect(freshness.isStale()).toBe(false)
  })

  it('allows a chain whose clock is ahead or behind', () => {
    const year = 31_536_000
    const freshness = createFreshness({ ...config(2), maxLagSeconds: 10 * year })
    for (const [i, ahead] of [-9 * year, 9 * year].entries()) {
      freshness.seen(block(7 + i, wallSeconds() + ahead))
      expect([freshness.isStale(), freshness.lagSeconds()]).toEqual([false, undefined])
    }
  })
})
