import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasRedis, startTestRedis, type TestServer } from '../../scripts/testing/servers.ts'
import { createMemoryCache } from '../testing/memory-cache.ts'
import { createRedisCache } from './redis-cache.ts'
import type { SharedCache } from './shared-cache.ts'

/** Defines the tests of every cache. */
function behavesAsCache(open: (options?: { maxEntries: number }) => SharedCache | Promise<SharedCache>) {
  async function opened(options?: { maxEntries: number }) {
    const cache = await open(options)
    onTestFinished(() => cache.close())
    return cache
  }

  it('returns exactly the written value', async () => {
    const cache = await opened()
    const text = JSON.stringify({ apy: 3.25, name: 'ünï\u0000cødé "\n' })
    await cache.write('a key', text, 60_000)
    expect(await cache.read('a key')).toBe(text)
    expect(await cache.read('a')).toBeUndefined()
    await cache.write('a key', '', 60_000)
    expect(await cache.read('a key')).toBe('')
  })

  it('expires entries after their TTL, and immediately without one', async () => {
    const cache = await opened()
    await cache.write('brief', 'x', 60_000)
    expect(await cache.read('brief')).toBe('x')
    await cache.write('brief', 'x', 50)
    await expect.poll(() => cache.read('brief')).toBeUndefined()
    await cache.write('never', 'x', 0)
    expect(await cache.read('never')).toBeUndefined()
  })

  it('counts each live key once', async () => {
    const cache = await opened()
    const before = await cache.size()
    for (const key of ['one', 'two', 'two', 'three']) await cache.write(key, 'x', 60_000)
    expect(await cache.size()).toBe(before + 3)
    await cache.write('three', 'x', 50)
    await expect.poll(() => cache.size()).toBe(before + 2)
  })

  it('evicts entries above its limit', async () => {
    const cache = await opened({ maxEntries: 2 })
    for (const key of ['a', 'b', 'c']) {
      await cache.write(key, key, 60_000)
      await sleep(5)
    }
    expect(await Promise.all(['a', 'b', 'c'].map(cache.read))).toEqual([undefined, 'b', 'c'])
    expect(await cache.size()).toBe(2)
  })
}

describe('memory cache', () => {
  behavesAsCache((options) => createMemoryCache(options))
})

describe.skipIf(!hasRedis)('Redis cache', () => {
  let redis: TestServer
  beforeAll(async () => {
    redis = await startTestRedis()
  })
  afterAll(() => redis?.stop())

  interface Opening {
    name?: string
    url?: string
    maxEntries?: number
    onLost?: () => void
  }

  async function open({ name = 'test', url = redis.url, ...options }: Opening = {}): Promise<SharedCache> {
    const cache = createRedisCache(url, { name, readMs: 2_000, ...options })
    await expect
      .poll(async () => {
        await cache.write('probe', 'x', 60_000)
        return cache.read('probe')
      })
      .toBe('x')
    return cache
  }

  let names = 0
  behavesAsCache((options = { maxEntries: 10_000 }) => {
    names += 1
    return open({ ...options, name: `test ${names}` })
  })

  it('is shared by instances with the same name', async () => {
    const [one, other, apart] = await Promise.all([open(), open(), open({ name: 'apart' })])
    onTestFinished(() => {
      for (const cache of [one, other, apart]) cache.close()
    })
    await one.write('shared', 'x', 60_000)
    expect(await other.read('shared')).toBe('x')
    expect(await other.size()).toBe(await one.size())
    expect(await apart.read('shared')).toBeUndefined()
  })

  it('reports a server that became a replica once, and recovers', async () => {
    const server = await startTestRedis()
    onTestFinished(() => server.stop())
    let lost = 0
    const cache = await open({
      url: server.url,
      onLost() {
        lost += 1
      },
    })
    const operator = new Redis(server.url)
    onTestFinished(() => {
      cache.close()
      operator.disconnect()
    })
    lost = 0
    await operator.replicaof('127.0.0.1', Number(new URL(redis.url).port))
    for (let i = 0; i < 20; i += 1) {
      // Reads succeed between the reconnections.
      await sleep(100)
      await cache.read('probe')
      await cache.write('probe', 'y', 60_000)
    }
    expect(lost).toBe(1)
    await operator.replicaof('NO', 'ONE')
    await expect
      .poll(async () => {
        await cache.write('again', 'z', 60_000)
        return cache.read('again')
      })
      .toBe('z')
  })

  it('is empty while Redis is unreachable, reports the outage once, and recovers', async () => {
    const server = await startTestRedis()
    onTestFinished(() => server.stop())
    let lost = 0
    const cache = await open({
      url: server.url,
      onLost() {
        lost += 1
      },
    })
    onTestFinished(() => cache.close())
    lost = 0
    await server.kill()
    for (let i = 0; i < 5; i += 1) expect(await cache.read('probe')).toBeUndefined()
    expect(await cache.size()).toBe(0)
    await cache.write('probe', 'x', 60_000)
    expect(lost).toBe(1)
    await server.restart()
    await expect
      .poll(async () => {
        await cache.write('again', 'y', 60_000)
        return cache.read('again')
      })
      .toBe('y')
  })
})
