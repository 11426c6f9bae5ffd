import { describe, expect, it } from 'vitest'
import { quoteLimit, TIERS } from '../config/tiers.ts'
import { createTokenBucket } from './token-bucket.ts'

describe('a token bucket', () => {
  it.each([
    ['basic', 3, 3],
    ['growth', 10, 30],
    ['premium', 20, 50],
  ] as const)('%s: %i per second, %i at once, to the millisecond', (tier, perSecond, burst) => {
    const limit = TIERS[tier]
    expect(limit).toEqual({ perSecond, burst })
    const bucket = createTokenBucket({ perSecond, burst }, 0)
    expect(getAllowed(bucket, 0, burst + 5)).toBe(burst)

    // The next token is there after exactly 1/perSecond, not a millisecond sooner.
    const due = Math.ceil(1000 / perSecond)
    expect(bucket.take(due - 1).allowed).toBe(false)
    expect(bucket.take(due).allowed).toBe(true)

    // Sustained: asked every millisecond for ten seconds, it gives the rate and no more.
    let allowed = 0
    for (let ms = due + 1; ms <= due + 10_000; ms += 1) allowed += bucket.take(ms).allowed ? 1 : 0
    expect(allowed).toBe(perSecond * 10)
  })

  it('never holds more than its burst', () => {
    const bucket = createTokenBucket({ perSecond: 3, burst: 3 }, 0)
    expect(getAllowed(bucket, 1e9, 10)).toBe(3)
  })

  it('says what is left and when to come back', () => {
    const bucket = createTokenBucket({ perSecond: 1, burst: 2 }, 0)
    expect(bucket.take(0)).toEqual({
      allowed: true,
      allowance: { limit: 2, remaining: 1, resetSeconds: 1 },
      retryAfterSeconds: 0,
    })
    bucket.take(0)
    expect(bucket.take(0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  })

  it('is kept for quotes at half the tier, rounded up', () => {
    expect(quoteLimit(TIERS.basic)).toEqual({ perSecond: 2, burst: 2 })
    expect(quoteLimit(TIERS.premium)).toEqual({ perSecond: 10, burst: 25 })
    expect(quoteLimit(TIERS.enterprise)).toBeUndefined()
  })
})

function getAllowed(bucket: ReturnType<typeof createTokenBucket>, nowMs: number, times: number): number {
  return Array.from({ length: times }, () => bucket.take(nowMs)).filter(({ allowed }) => allowed).length
}
