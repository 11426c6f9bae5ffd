import { describe, expect, it } from 'vitest'
import { createCaches, type YieldCaches } from './caches.ts'

const MINUTES = 60_000

describe('yield caches', () => {
  it.each([
    ['responses', 5],
    ['pools', 5],
    ['states', 5],
    ['points', 15],
    ['historical', 60],
  ] as const)('keep %s for %i minutes and count their own hits', async (layer, minutes) => {
    let nowMs = 0
    const caches = createCaches(() => nowMs)
    const request = () => caches[layer].get('key', async () => ({}) as never)
    await request()
    nowMs = minutes * MINUTES - 1
    await request()
    expect(await caches[layer].counts()).toEqual({ hits: 1, joined: 0, misses: 1, size: 1 })
    nowMs += 1
    await request()
    expect(await caches[layer].counts()).toMatchObject({ hits: 1, misses: 2 })
    for (const [name, cache] of Object.entries(caches) as [keyof YieldCaches, YieldCaches['responses']][]) {
      if (name !== layer) expect(await cache.counts()).toMatchObject({ hits: 0, misses: 0 })
    }
  })

  it('keep at most 10,000 entries each', async () => {
    const { responses } = createCaches(() => 0)
    for (let i = 0; i <= 10_000; i += 1) await responses.get(`${i}`, async () => ({}))
    expect((await responses.counts()).size).toBe(10_000)
  })
})
