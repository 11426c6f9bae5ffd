import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createQueue } from './create-queue.ts'
import { listen } from './listen.ts'

const KEY = { 'x-api-key': 'dev-enterprise' }

describe('a queue', () => {
  it('runs a few tasks concurrently, queues the next, and rejects excess work', async () => {
    const queue = createQueue({ concurrency: 2, capacity: 3, deadlineMs: 5_000 })
    const started: number[] = []
    let together = 0
    let most = 0
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        queue.run(async () => {
          started.push(i)
          together += 1
          most = Math.max(most, together)
          await sleep(5)
          together -= 1
          return i
        }),
      ),
    )
    expect(started).toEqual([0, 1, 2, 3, 4])
    expect(most).toBe(2)
    expect(results.slice(5)).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ status: 503, retryAfterSeconds: 1 }),
      })),
    )
    expect(queue.waiting()).toBe(0)
  })

  it('continues after failed work', async () => {
    const queue = createQueue({ concurrency: 1, capacity: 1, deadlineMs: 5_000 })
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(queue.run(async () => 'yes')).resolves.toBe('yes')
  })

  it('does not begin what its caller no longer waits for', async () => {
    const queue = createQueue({ concurrency: 1, capacity: 5, deadlineMs: 30 })
    let begun = 0
    const work = async () => {
      begun += 1
      await sleep(60)
    }
    const results = await Promise.allSettled([queue.run(work), queue.run(work), queue.run(work)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await sleep(60)
    expect(begun).toBe(1)
    expect(queue.waiting()).toBe(0)
  })
})

describe('the router under more requests than it can answer', () => {
  it('serves as many requests as it can, and responds 503 with Retry-After to the others', async () => {
    const busy = createTestApp({
      router: {
        price: () => sleep(30).then(() => Promise.reject(new Error('unused'))),
        quote: () => Promise.reject(new Error('unused')),
        liquidity: () => ({ chains: [], liquidityModules: {} }),
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => busy.post('/router/v1/price', PRICE_BODY, KEY)),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(50)
    expect(refused.length).toBeLessThan(350)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(refused[0]?.headers.get('access-control-allow-origin')).toBe('*')
    expect(await refused[0]?.json()).toEqual({ statusCode: 503, error: 'Service temporarily unavailable' })
  })
})

describe('the router when each price takes a turn of its thread, and each caller comes on a new connection', () => {
  it('still reads and rejects requests that it has no time for', async () => {
    let connections = 0
    const { app } = createTestApp({
      connections: () => connections,
      router: {
        async price() {
          const endMs = performance.now() + 30
          while (performance.now() < endMs);
          return priceResultFixture
        },
        quote: () => Promise.reject(new Error('unused')),
        liquidity: () => ({ chains: [], liquidityModules: {} }),
      },
    })
    const server = await listen({
      port: 0,
      variable: 'X',
      handle: (request) => app.fetch(request),
      onConnection() {
        connections += 1
      },
    })
    onTestFinished(() => server.close())
    const statuses = await askFromElsewhere(server.port, { times: 300, everyMs: 10 })
    expect(statuses).toHaveLength(300)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
  })
})

/**
 * Requests prices from another thread, because this one is busy. Each request has its own
 * connection.
 */
async function askFromElsewhere(
  port: number,
  { times, everyMs }: { times: number; everyMs: number },
): Promise<number[]> {
  const script = `
    const { request } = require('node:http')
    const { parentPort, workerData: { port, times, everyMs, headers, body } } = require('node:worker_threads')
    const ask = () => new Promise((resolve) => {
      const options = { host: '127.0.0.1', port, path: '/router/v1/price', method: 'POST', agent: false, headers }
      const asked = request(options, (answer) => answer.resume().once('end', () => resolve(answer.statusCode)))
      asked.once('error', ({ code }) => resolve(code))
      asked.end(body)
    })
    const later = (i) => new Promise((resolve) => setTimeout(resolve, i * everyMs))
    const all = Array.from({ length: times }, (_, i) => later(i).then(ask))
    Promise.all(all).then((statuses) => parentPort.postMessage(statuses))`
  const headers = { ...KEY, 'content-type': 'application/json' }
  const workerData = { port, times, everyMs, headers, body: JSON.stringify(PRICE_BODY) }
  const worker = new Worker(script, { eval: true, workerData })
  const [statuses] = await once(worker, 'message')
  await worker.terminate()
  return statuses as number[]
}

describe('the yield interface under more requests than it can answer', () => {
  it('refuses what is too much as exhausted, and answers the rest', async () => {
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const service = createFixtureYields()
    const { app } = createTestApp({
      yields: { ...service, tvl: (request) => answered.then(() => service.tvl(request)) },
    })
    const body = JSON.stringify({ pool_address: PRICE_BODY.userAddress, chain: 'ethereum' })
    const headers = { 'content-type': 'application/json' }
    const asked = Array.from({ length: 600 }, (_, i) =>
      app.fetch(new Request('http://service.test/yield/tvl', { method: 'POST', body, headers }), {
        address: `10.0.0.${i % 100}`,
      }),
    )
    const first = await Promise.race(asked)
    expect(first.status).toBe(503)
    expect(first.headers.get('retry-after')).toBe('1')
    expect(await first.json()).toMatchObject({ success: false, error_type: 'resource_exhaustion' })
    answer()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(576)
    expect(statuses.filter((status) => status === 503)).toHaveLength(24)
  })
})
