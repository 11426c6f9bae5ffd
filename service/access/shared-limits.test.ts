import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasRedis, startTestRedis, type TestServer } from '../../scripts/testing/servers.ts'
import { until } from '../../wire/testing/until.ts'
import type { RateLimit } from '../config/tiers.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createMemoryKeyStore, hashApiKey } from './api-key.ts'
import { createAccess } from './create-access.ts'
import { devKeys } from './dev-keys.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRedisBuckets, type RedisBuckets } from './redis-buckets.ts'
import { createSharedRateLimiter, type SharedBuckets } from './shared-rate-limiter.ts'
import { createTokenBucket } from './token-bucket.ts'

const MIN_TAKEN = 100

describe.skipIf(!hasRedis)('limits shared through Redis', () => {
  let redis: TestServer
  const opened: RedisBuckets[] = []
  // The default timeout is long, because a slow machine is not an outage of Redis.
  async function connect({ url = redis.url, checkMs = 10_000 } = {}): Promise<RedisBuckets> {
    const buckets = createRedisBuckets(url, { checkMs })
    opened.push(buckets)
    await until(() =>
      buckets.take('probe', { perSecond: 1_000, burst: 1_000 }).then(
        () => true,
        () => false,
      ),
    )
    return buckets
  }
  beforeAll(async () => {
    redis = await startTestRedis()
  })
  afterAll(async () => {
    for (const buckets of opened) buckets.close()
    await redis?.stop()
  })

  it.each([
    { perSecond: 3, burst: 3 },
    { perSecond: 20, burst: 50 },
    { perSecond: 7, burst: 1 },
    { perSecond: 1_000, burst: 999_999 },
  ])('decide like a single bucket, to the millisecond: $perSecond/$burst', async (limit) => {
    const instances = [await connect(), await connect()]
    const taken: { allowed: boolean; level: number; atMs: number }[] = []
    const endMs = performance.now() + 700
    for (let i = 0; performance.now() < endMs || taken.length < MIN_TAKEN; i += 1) {
      // Redis executes the commands of all connections in order of arrival.
      const batch = instances.map((buckets) => buckets.take('same', limit))
      taken.push(...(await Promise.all(batch)))
      if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, i % 7))
    }
    // Sorts the results in Redis's order: by time, and by falling level within a millisecond.
    taken.sort((a, b) => a.atMs - b.atMs || Number(b.allowed) - Number(a.allowed) || b.level - a.level)
    const bucket = createTokenBucket(limit, taken[0]?.atMs ?? 0)
    const replayed = taken.map(({ atMs }) => bucket.take(atMs))
    expect(taken.map(({ allowed }) => allowed)).toEqual(replayed.map(({ allowed }) => allowed))
    expect(taken.map(({ level }) => Math.floor(level / 1000))).toEqual(
      replayed.map(({ allowance }) => allowance.remaining),
    )
  })

  it('are shared by two instances, separately for prices and quotes, with the same headers', async () => {
    const limit = { perSecond: 1, burst: 20 }
    const instances = [appOver(await connect(), limit), appOver(await connect(), limit)]
    const startMs = performance.now()
    const send = (path: string) =>
      Promise.all(
        Array.from({ length: 60 }, (_, i) => instances[i % 2]!.get(path, { 'x-api-key': 'shared' })),
      )
    const answers = await send('/router/liquidity')
    const refilled = Math.ceil((performance.now() - startMs) / 1000)
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted.length).toBeGreaterThanOrEqual(20)
    expect(granted.length).toBeLessThanOrEqual(20 + refilled)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused?.headers.get('ratelimit-limit')).toBe('20')
    expect(refused?.headers.get('ratelimit-remaining')).toBe('0')
  })

  it('share key attempts between two instances without affecting a valid key in use', async () => {
    const limit = { perSecond: 1_000, burst: 1_000 }
    const instances = [appOver(await connect(), limit), appOver(await connect(), limit)]
    const send = (i: number, key: string) =>
      instances[i % 2]!.app.fetch(
        new Request('http://service.test/router/liquidity', { headers: { 'x-api-key': key } }),
        { address: '10.0.0.7' },
      )
    for (const i of [0, 1]) expect((await send(i, 'shared')).status).toBe(200)
    const startMs = performance.now()
    const statuses: number[] = []
    for (let i = 0; i < 200; i += 1) statuses.push((await send(i, `guess ${i}`)).status)
    const tried = statuses.filter((status) => status === 401).length
    expect(tried).toBeGreaterThanOrEqual(18)
    expect(tried).toBeLessThanOrEqual(18 + Math.ceil((performance.now() - startMs) / 1000) + 1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - tried)
    for (const i of [0, 1]) expect((await send(i, 'shared')).status).toBe(200)
  })

  it('expire in Redis when a bucket is full again', async () => {
    const buckets = await connect()
    for (let i = 0; i < 100; i += 1) await buckets.take('full in 100 s', { perSecond: 1, burst: 200 })
    const { Redis } = await import('ioredis')
    const look = new Redis(redis.url)
    const ttl = await look.pttl('sluice:bucket:full in 100 s|1/200')
    look.disconnect()
    expect(ttl).toBeGreaterThan(0)
    expect(ttl).toBeLessThanOrEqual(101_000)
  })

  it('fall back to each instance when Redis fails, without a new burst, and are shared again afterwards', async () => {
    const server = await startTestRedis()
    onTestFinished(() => server.stop())
    const buckets = await connect({ url: server.url })
    const { limiter, log } = watched(buckets)
    const limit = { perSecond: 1, burst: 10 }
    const take = async (times: number) => {
      let allowed = 0
      for (let i = 0; i < times; i += 1) allowed += (await limiter.take('who', limit)).allowed ? 1 : 0
      return allowed
    }
    expect(await take(6)).toBe(6)
    await server.kill()
    const startMs = performance.now()
    const granted = await take(20)
    expect(granted).toBeGreaterThanOrEqual(4)
    expect(granted).toBeLessThanOrEqual(4 + Math.ceil((performance.now() - startMs) / 1000))
    expect(log).toMatchObject({ shared: 6, local: 20, seen: ['lost'] })

    await server.restart()
    await expect
      .poll(async () => {
        await limiter.take('other', limit)
        return log.seen
      })
      .toEqual(['lost', 'back'])
    // A new Redis has no buckets, so the shared limit starts over.
    expect(await take(10)).toBe(10)
  })

  it('delay requests only briefly when Redis hangs', async () => {
    const server = await startTestRedis()
    onTestFinished(() => server.stop())
    const buckets = createRedisBuckets(server.url, { checkMs: 40 })
    opened.push(buckets)
    await buckets.connected
    const { limiter, log } = watched(buckets)
    await limiter.take('who', { perSecond: 1, burst: 1 })
    process.kill(server.pid(), 'SIGSTOP')
    const waits: number[] = []
    for (let i = 0; i < 100; i += 1) {
      const startMs = performance.now()
      await limiter.take(`caller ${i}`, { perSecond: 1, burst: 1 })
      waits.push(performance.now() - startMs)
    }
    expect(log).toMatchObject({ shared: 1, local: 100, seen: ['lost'] })
    waits.sort((a, b) => b - a)
    // One request per 250 ms waits for the 40 ms timeout. Most do not, even on a busy machine.
    expect(waits[50]).toBeLessThan(30)
    process.kill(server.pid(), 'SIGCONT')
    await expect
      .poll(async () => {
        await limiter.take('other', { perSecond: 1, burst: 1 })
        return log.seen.at(-1)
      })
      .toBe('back')
  })

  it('start without Redis, and are shared when it becomes reachable', async () => {
    const server = await startTestRedis()
    onTestFinished(() => server.stop())
    await server.kill()
    const buckets = createRedisBuckets(server.url, { checkMs: 10_000 })
    opened.push(buckets)
    await buckets.connected
    const { limiter, log } = watched(buckets)
    expect((await limiter.take('who', { perSecond: 1, burst: 1 })).allowed).toBe(true)
    expect(log).toMatchObject({ shared: 0, local: 1, seen: ['lost'] })
    await server.restart()
    await expect
      .poll(async () => {
        await limiter.take('other', { perSecond: 1, burst: 1 })
        return log.seen.at(-1)
      })
      .toBe('back')
  })
})

/** Creates a limiter over shared buckets that records its events. */
function watched(shared: SharedBuckets) {
  const log = { shared: 0, local: 0, seen: [] as string[] }
  const nowMs = () => performance.now()
  const limiter = createSharedRateLimiter({
    shared,
    local: createRateLimiter(nowMs),
    nowMs,
    onDecided(by) {
      log[by] += 1
    },
    onLost: () => log.seen.push('lost'),
    onBack: () => log.seen.push('back'),
  })
  return { limiter, log }
}

/** Creates an instance of the service with the key `shared`. */
function appOver(shared: SharedBuckets, customLimit: RateLimit): TestApp {
  const [key] = devKeys({ playgroundOrigin: 'http://localhost:5173' })
  const keys = createMemoryKeyStore([{ ...key!, hash: hashApiKey('shared'), tier: 'custom', customLimit }])
  const access = createAccess({ keys, nowMs: () => performance.now(), limiter: watched(shared).limiter })
  return createTestApp({ access })
}
