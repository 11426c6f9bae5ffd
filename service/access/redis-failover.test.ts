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

/**
 * Starts a Redis whose first connection stays with a server that rejects every command. Later
 * connections work.
 */
async function startFailedOver(refusal: string) {
  let connections = 0
  server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    const isOld = connections === 1
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const name of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        socket.write(answer((name[1] ?? '').toLowerCase(), isOld))
      }
    })
  })
  function answer(command: string, isOld: boolean): string {
    const info = 'role:master\r\nloading:0\r\n'
    if (command === 'info') return `$${info.length}\r\n${info}\r\n`
    if (command !== 'eval' && command !== 'get') return '+OK\r\n'
    if (isOld) return `-${refusal}\r\n`
    return command === 'get' ? '$2\r\nhi\r\n' : '*3\r\n:1\r\n:9000\r\n:1\r\n'
  }
  const { port } = await new Promise<AddressInfo>((resolve) => {
    server?.listen(0, '127.0.0.1', () => resolve(server?.address() as AddressInfo))
  })
  return { url: `redis://127.0.0.1:${port}`, connections: () => connections }
}

it.each([
  "READONLY You can't write against a read only replica. script: abc, on @user_script:10.",
  'ERR Error running script: @user_script: 10: -READONLY You can not write against a read only replica.',
  'LOADING Redis is loading the dataset in memory',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  'CLUSTERDOWN The cluster is down',
  'NOAUTH Authentication required.',
])('reconnects after "%s", and reports degraded limits until then', async (refusal) => {
  const { url, connections } = await startFailedOver(refusal)
  const shared = createRedisBuckets(url, { checkMs: 2_000 })
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
  const health = () =>
    reportHealth({
      chains: [createLiteralChain()],
      canReadKeys: () => true,
      areLimitsShared: access.areLimitsShared,
    })
  expect(health()).toMatchObject({ status: 'up', problems: [] })
  await limiter.take('a', LIMIT)
  expect(decided).toEqual(['local'])
  expect(health()).toMatchObject({
    status: 'degraded',
    problems: ['rate limits are counted by this instance alone: Redis cannot be used'],
  })
  await until(async () => {
    now += 1_000
    await limiter.take('a', LIMIT)
    return decided.at(-1) === 'shared'
  })
  expect(connections()).toBeGreaterThan(1)
  expect(health()).toMatchObject({ status: 'up', problems: [] })
})

it('reconnects the cache after a failover', async () => {
  const { url } = await startFailedOver("READONLY You can't write against a read only replica.")
  const cache = createRedisCache(url, { name: 'test', readMs: 2_000 })
  try {
    await until(async () => (await cache.read('key')) === 'hi')
  } finally {
    cache.close()
  }
})
