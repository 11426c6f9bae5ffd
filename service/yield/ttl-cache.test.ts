import { describe, expect, it } from 'vitest'
import { createTtlCache } from './ttl-cache.ts'

function start({ maxEntries = 3 } = {}) {
  let now = 0
  const cache = createTtlCache<number>({ ttlMs: 100, maxEntries, nowMs: () => now })
  return {
    cache,
    pass(ms: number) {
      now += ms
    },
  }
}

describe('TTL cache', () => {
  it('computes a value once until it expires, and counts hits and misses', async () => {
    const { cache, pass } = start()
    expect(await cache.get('a', async () => 1)).toBe(1)
    pass(99)
    expect(await cache.get('a', async () => 2)).toBe(1)
    pass(1)
    expect(await cache.get('a', async () => 3)).toBe(3)
    expect(await cache.counts()).toEqual({ hits: 1, joined: 0, misses: 2, size: 1 })
  })

  it('shares one computation between concurrent calls, including failures', async () => {
    const { cache } = start()
    let worked = 0
    const work = async () => {
      worked += 1
      if (worked === 1) throw new Error('first')
      return worked
    }
    const calls = [cache.get('a', work), cache.get('a', work), cache.get('a', work)]
    for (const response of calls) await expect(response).rejects.toThrow('first')
    expect(await cache.get('a', work)).toBe(2)
    expect(await cache.counts()).toEqual({ hits: 0, joined: 2, misses: 2, size: 1 })
  })

  it('is not blocked by a function that throws synchronously', async () => {
    const { cache } = start()
    const failing = () => {
      throw new Error('at once')
    }
    await expect(cache.get('a', failing)).rejects.toThrow('at once')
    expect(await cache.get('a', async () => 7)).toBe(7)
  })

  it('evicts the least recently used entry when it is full, and expired entries', async () => {
    const { cache, pass } = start({ maxEntries: 2 })
    await cache.get('a', async () => 1)
    await cache.get('b', async () => 2)
    await cache.get('a', async () => 9)
    await cache.get('c', async () => 3)
    expect((await cache.counts()).size).toBe(2)
    expect(await cache.get('a', async () => 9)).toBe(1)
    expect(await cache.get('b', async () => 8)).toBe(8)
    cache.delete('b')
    expect(await cache.get('b', async () => 4)).toBe(4)
    pass(100)
    expect((await cache.counts()).size).toBe(0)
  })
})
