import { describe, expect, it } from 'vitest'
import { quoteLimit, TIERS } from '../config/tiers.ts'
import { createTokenBucket } from './token-bucket.ts'

describe('token bucket', () => {
  it.each([
    ['basic', 3, 3],
    ['growth', 10, 30],
    ['premium', 20, 50],
  ] as const)(
    'of %s allows %i per second and %i in a burst, to the millisecond',
    (tier, perSecond, burst) => {
      const limit = TIERS[tier]
      expect(limit).toEqual({ perSecond, burst })
      const bucket = createTokenBucket({ perSecond, burst }, 0)
      expect(getAllowed(bucket, 0, burst + 5)).toBe(burst)

      // The next token is available after exactly 1/perSecond.
      const due = Math.ceil(1000 / perSecond)
      expect(bucket.take(due - 1).allowed).toBe(false)
      expect(bucket.take(due).allowed).toBe(true)

      // A caller at every millisecond for ten seconds gets exactly the rate.
      let allowed = 0
      for (let ms = due + 1; ms <= due + 10_000; ms += 1) allowed += bucket.take(ms).allowed ? 1 : 0
      expect(allowed).toBe(perSecond * 10)
    },
  )

  it('never exceeds its burst', () => {
    const bucket = createTokenBucket({ perSecond: 3, burst: 3 }, 0)
    expect(getAllowed(bucket, 1e9, 10)).toBe(3)
  })

  it('returns the remaining tokens and the seconds until the next one', () => {
    const bucket = createTokenBucket({ perSecond: 1, burst: 2 }, 0)
    expect(bucket.take(0)).toEqual({
      allowed: true,
      allowance: { limit: 2, remaining: 1, resetSeconds: 1 },
      retryAfterSeconds: 0,
    })
    bucket.take(0)
    expect(bucket.take(0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  })

  it('has half the limit of the tier for quotes, rounded up', () => {
    expect(quoteLimit(TIERS.basic)).toEqual({ perSecond: 2, burst: 2 })
    expect(quoteLimit(TIERS.premium)).toEqual({ perSecond: 10, burst: 25 })
    expect(quoteLimit(TIERS.enterprise)).toBeUndefined()
  })
})

function getAllowed(bucket: ReturnType<typeof createTokenBucket>, nowMs: number, times: number): number {
  return Array.from({ length: times }, () => bucket.take(nowMs)).filter(({ allowed }) => allowed).length
}
