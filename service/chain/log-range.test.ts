import { describe, expect, it } from 'vitest'
import { createLogRange } from './log-range.ts'

/** Asks until all blocks are read; returns the sizes asked for. */
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

describe('a range of blocks', () => {
  it.each([1, 10, 500, 2_000, 10_000])('settles at the %d blocks a node allows', (limit) => {
    const asked = ask(limit * 300, (_, blocks) => blocks <= limit)
    expect(asked.length).toBeLessThan(360)
    const late = asked.slice(60, 100)
    expect(Math.max(...late.filter((blocks) => blocks <= limit))).toBe(limit)
  })

  it('is the largest from the start where the node refuses nothing', () => {
    expect(ask(200_000, () => true)).toEqual([50_000, 50_000, 50_000, 50_000])
  })

  it('follows a limit of results: small where there are many, large again where there are few', () => {
    const isDense = (at: number) => at >= 100_000 && at < 110_000
    const asked = ask(
      2_000_000,
      (at, blocks) => blocks <= (isDense(at) || isDense(at + blocks) ? 100 : 40_000),
    )
    expect(asked.length).toBeLessThan(1_200)
    expect(Math.max(...asked.slice(-5))).toBeGreaterThan(20_000)
  })
})
