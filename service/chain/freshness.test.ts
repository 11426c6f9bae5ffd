import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chainConfig } from '../testing/literal-chain.ts'
import { createFreshness } from './freshness.ts'

const config = (blockSeconds: number) => ({ ...chainConfig('ethereum', 31337), blockSeconds })

describe('freshness of a head', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is unknown, and therefore stale, before the first block', () => {
    const freshness = createFreshness(config(2))
    expect(freshness.headAgeMs()).toBe(Number.POSITIVE_INFINITY)
    expect(freshness.isStale()).toBe(true)
  })

  it('lasts three blocks, and fifteen seconds at least', () => {
    for (const [blockSeconds, limit] of [
      [2, 15_000],
      [12, 36_000],
    ] as const) {
      const freshness = createFreshness(config(blockSeconds))
      freshness.seen(true)
      vi.advanceTimersByTime(limit)
      expect(freshness.isStale()).toBe(false)
      vi.advanceTimersByTime(1)
      freshness.seen(false)
      expect(freshness.isStale()).toBe(true)
      freshness.seen(true)
      expect(freshness.headAgeMs()).toBe(0)
      expect(freshness.isStale()).toBe(false)
    }
  })

  it('is a matter of the node answering where blocks come on demand', () => {
    const freshness = createFreshness(config(0))
    freshness.seen(true)
    vi.advanceTimersByTime(60_000)
    freshness.seen(false)
    expect(freshness.isStale()).toBe(false)
    vi.advanceTimersByTime(15_001)
    expect(freshness.isStale()).toBe(true)
  })
})
