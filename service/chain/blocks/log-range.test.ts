import { describe, expect, it } from 'vitest'
import { createLogRange } from './log-range.ts'

/** Requests all blocks and returns the sizes of the requests. */
function ask(total: number, allows: (from: number, blocks: number) => boolean): number[] {
  const range = createLogRange(50_000)
  const asked: number[] = []
  for (let at = 0; at < total; ) {
    const blocks = Math.min(range.size(), total - at)
    asked.push(blocks)
    if (allows(at, blocks)) {
      range.accepted(blocks)
      at += blocks
    } else range.refused(blocks)
  }
  return asked
}

describe('log range', () => {
  it.each([1, 10, 500, 2_000, 10_000])('settles just below the %d blocks that a node allows', (limit) => {
    const asked = ask(limit * 300, (_, blocks) => blocks <= limit)
    expect(asked.length).toBeLessThan(360)
    const late = asked.slice(60, 100)
    expect(Math.max(...late.filter((blocks) => blocks <= limit))).toBeGreaterThanOrEqual(limit * 0.85)
    expect(late.filter((blocks) => blocks > limit).length).toBeLessThanOrEqual(5)
  })

  it('starts at the maximum if the node refuses nothing', () => {
    expect(ask(200_000, () => true)).toEqual([50_000, 50_000, 50_000, 50_000])
  })

  it('follows a limit on results: small for many logs, large again for few', () => {
    const isDense = (at: number) => at >= 100_000 && at < 110_000
    const asked = ask(
      2_000_000,
      (at, blocks) => blocks <= (isDense(at) || isDense(at + blocks) ? 100 : 40_000),
    )
    expect(asked.length).toBeLessThan(1_200)
    expect(Math.max(...asked.slice(-5))).toBeGreaterThan(20_000)
  })

  it('halves after two failures in a row, but not for failures between successes', () => {
    const range = createLogRange(10_000)
    for (let i = 0; i < 5; i += 1) {
      expect(range.failed(10_000)).toBe(false)
      range.accepted(10_000)
    }
    expect([range.failed(10_000), range.failed(10_000)]).toEqual([false, true])
    expect(range.size()).toBe(5_000)
  })

  it('never divides a single block', () => {
    const range = createLogRange(1)
    expect([range.failed(1), range.failed(1), range.failed(1)]).toEqual([false, false, false])
    expect(range.size()).toBe(1)
  })

  it('returns to the last served size after one failure of a larger one', () => {
    const range = createLogRange(4_000)
    range.refused(4_000)
    range.accepted(2_000)
    expect(range.size()).toBe(3_000)
    expect(range.failed(3_000)).toBe(true)
    expect(range.size()).toBe(2_000)
  })

  it('grows back step by step after an outage, and never directly to a failed size', () => {
    const range = createLogRange(4_096)
    while (range.size() > 1) range.failed(range.size())
    const sizes: number[] = []
    for (let i = 0; i < 200; i += 1) {
      sizes.push(range.size())
      range.accepted(range.size())
    }
    expect(sizes.at(-1)).toBe(4_096)
    expect(sizes.filter((size, i) => size > 2 * (sizes[i - 1] ?? 1))).toEqual([])
  })
})
