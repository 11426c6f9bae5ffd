import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../testing/memory-cache.ts'
import { createSharedResponses } from './shared-responses.ts'

describe('shared response cache', () => {
  it('computes a response once for all instances until it expires', async () => {
    let nowMs = 0
    const shared = createMemoryCache({ nowMs: () => nowMs })
    const [one, other] = [1, 2].map(() => createSharedResponses({ shared, ttlMs: 100 }))
    expect(await one!.get('a', async () => ({ apy: 3.25 }))).toEqual({ apy: 3.25 })
    nowMs = 99
    expect(await other!.get('a', async () => ({ apy: 4 }))).toEqual({ apy: 3.25 })
    nowMs = 101
    expect(await other!.get('a', async () => ({ apy: 4 }))).toEqual({ apy: 4 })
    expect(await one!.counts()).toEqual({ hits: 0, joined: 0, misses: 1, size: 1 })
    expect(await other!.counts()).toEqual({ hits: 1, joined: 0, misses: 1, size: 1 })
  })

  it('computes a response once for concurrent requests, and does not cache failures', async () => {
    const cache = createSharedResponses({ shared: createMemoryCache(), ttlMs: 60_000 })
    let worked = 0
    const work = async () => {
      worked += 1
      if (worked === 1) throw new Error('first')
      return { worked }
    }
    const calls = [cache.get('a', work), cache.get('a', work)]
    for (const response of calls) await expect(response).rejects.toThrow('first')
    expect(await cache.get('a', work)).toEqual({ worked: 2 })
    expect(await cache.counts()).toMatchObject({ joined: 1, misses: 2 })
  })

  it('recomputes a response if the shared cache holds malformed data', async () => {
    const shared = createMemoryCache()
    await shared.write('a', '{"apy":', 60_000)
    const cache = createSharedResponses({ shared, ttlMs: 60_000 })
    expect(await cache.get('a', async () => ({ apy: 1 }))).toEqual({ apy: 1 })
    cache.delete('a')
  })
})
