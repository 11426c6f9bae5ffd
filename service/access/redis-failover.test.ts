import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../wire/testing/until.ts'
import { createRedisCache } from '../cache/redis-cache.ts'
import { reportHealth } from '../http/status-report.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createMemoryKeyStore } from './api-key.ts'
import { createAccess } from './create-access.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRedisBuckets, type RedisBuckets } from './redis-buckets.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'

const LIMIT = { perSecond: 5, burst: 10 }

let server: Server | undefined
const sockets = new Set<Socket>()
const buckets: RedisBuckets[] = []

afterEach(async () => {
  for (const one of buckets.splice(0)) one.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

const READ_ONLY = "READONLY You can't write against a read only replica."

/** Starts a Redis whose open connections can stop working. Later connections work. */
async function startRedis() {
  let connections = 0
  /** Answers of connections that stopped working. */
  const failed = new WeakMap<Socket, string>()
  server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      for (const name of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        socket.write(answer((name[1] ?? '').toLowerCase(), failed.get(socket)))
      }
    })
  })
  function answer(command: string, failure: string | undefined): string {
    if (failure === '') return ''
    const info = 'role:master\r\nloading:0\r\n'
    if (command === 'info') return `$${info.length}\r\n${info}\r\n`
    if (command !== 'eval' && command !== 'get') return '+OK\r\n'
    if (failure !== undefined) return `-${failure}\r\n`
    return command === 'get' ? '$2\r\nhi\r\n' : '*3\r\n:1\r\n:9000\r\n:1\r\n'
  }
  const { port } = await new Promise<AddressInfo>((resolve) => {
    server?.listen(0, '127.0.0.1', () => resolve(server?.address() as AddressInfo))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    connections: () => connections,
    /** Open connections return this error from now on, or nothing if it is empty. */
    fail(error: string) {
      for (const socket of sockets) failed.set(socket, error)
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Limits that are shared through a Redis, and the health of their service. */
async function shareLimits(url: string, options: { checkMs: number; silentMs?: number }) {
  const shared = createRedisBuckets(url, options)
  buckets.push(shared)
  await shared.connected
  let now = 0
  const decided: string[] = []
  const limiter = createSharedRateLimiter({
    shared,
    local: createRateLimiter(() => now),
    nowMs: () => now,
    onDecided: (by) => decided.push(by),
    onLost: () => undefined,
    onBack: () => undefined,
  })
  const access = createAccess({ keys: createMemoryKeyStore([]), nowMs: () => now, limiter })
  return {
    health: () =>
      reportHealth({
        chains: [createLiteralChain()],
        canReadKeys: () => true,
        areLimitsShared: access.areLimitsShared,
      }),
    /** Checks a limit a second later. Returns what decided. */
    async check() {
      now += 1_000
      await limiter.take('a', LIMIT)
      return decided.at(-1)
    },
  }
}

type TestRedis = Awaited<ReturnType<typeof startRedis>>

const UP = { status: 'up', problems: [] }
const DEGRADED = {
  status: 'degraded',
  problems: ['rate limits are counted by this instance alone: Redis cannot be used'],
}

it.each([
  "READONLY You can't write against a read only replica. script: abc, on @user_script:10.",
  'ERR Error running script: @user_script: 10: -READONLY You can not write against a read only replica.',
  'LOADING Redis is loading the dataset in memory',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  'CLUSTERDOWN The cluster is down',
  'NOAUTH Authentication required.',
])('reconnects after "%s", and reports degraded limits until then', async (refusal) => {
  const { url, connections, fail } = await startRedis()
  const { health, check } = await shareLimits(url, { checkMs: 2_000 })
  expect(health()).toMatchObject(UP)
  fail(refusal)
  expect(await check()).toBe('local')
  expect(health()).toMatchObject(DEGRADED)
  await until(async () => (await check()) === 'shared')
  expect(connections()).toBe(2)
  expect(health()).toMatchObject(UP)
})

it.each([
  ['refuse commands', ({ fail }: TestRedis) => fail(READ_ONLY)],
  ['stay silent', ({ fail }: TestRedis) => fail('')],
  ['are cut', ({ cut }: TestRedis) => cut()],
])('recovers from each of four outages in a row whose connections %s', async (_, begin) => {
  const redis = await startRedis()
  const { health, check } = await shareLimits(redis.url, { checkMs: 500, silentMs: 1_000 })
  const cache = createRedisCache(redis.url, { name: 'test', readMs: 500, silentMs: 1_000 })
  try {
    for (let outage = 0; outage < 4; outage += 1) {
      await until(async () => (await check()) === 'shared' && (await cache.read('key')) === 'hi')
      expect(health()).toMatchObject(UP)
      begin(redis)
      await until(async () => (await check()) === 'local')
      expect(health()).toMatchObject(DEGRADED)
    }
    await until(async () => (await check()) === 'shared' && (await cache.read('key')) === 'hi')
    expect(health()).toMatchObject(UP)
    expect(sockets.size).toBe(2)
  } finally {
    cache.close()
  }
})
