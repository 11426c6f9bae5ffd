import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { liquidityResponseFixture } from '../../wire/fixtures/router-fixtures.ts'
import { createLoopLag } from '../observability/create-loop-lag.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'
import { listen } from './listen.ts'

const KEY = { 'x-api-key': 'dev-enterprise' }
const reserve = { pool_address: PRICE_BODY.userAddress, chain: 'ethereum' }
const words = 'Service temporarily unavailable'
const statusBody = { statusCode: 503, error: words }

describe('a service whose thread is late', () => {
  it.each([
    ['/router/v1/price', PRICE_BODY, statusBody],
    ['/router/v1/quote', PRICE_BODY, statusBody],
    ['/rates', [], statusBody],
    [
      '/tokens/graphql',
      { query: '{ __typename }' },
      { errors: [{ message: words, extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
    ],
    [
      '/yield/tvl',
      reserve,
      { success: false, error: words, error_type: 'resource_exhaustion', request_id: expect.any(String) },
    ],
  ])(
    'responds to the callers of %s with Retry-After, without counting the requests',
    async (path, body, refusal) => {
      let lagMs = 501
      const { post, asked } = createTestApp({ yields: createFixtureYields(), lagMs: () => lagMs })
      const headers = { 'x-api-key': 'dev-basic', origin: 'https://app.example' }
      for (let i = 0; i < 200; i += 1) {
        const refused = await post(path, body, headers)
        expect(refused.status).toBe(503)
        expect(refused.headers.get('retry-after')).toBe('1')
        expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example')
        expect(await refused.json()).toEqual(refusal)
      }
      expect(asked).toEqual([])
      lagMs = 499
      expect([200, 400]).toContain((await post(path, body, headers)).status)
    },
  )

  it('still says how it is', async () => {
    const { get } = createTestApp({ lagMs: () => 60_000 })
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/status.json')).status).toBe(200)
    const alone = createTestApp({ lagMs: () => 60_000, mount: 'router' })
    expect((await alone.get('/healthz')).status).toBe(200)
    expect((await alone.get('/liquidity', KEY)).status).toBe(503)
  })

  it('serves the first waiting requests and rejects the others', async () => {
    const { lagMs, stop } = createLoopLag()
    const { app } = createTestApp({
      lagMs,
      router: {
        price: () => Promise.reject(new Error('unused')),
        quote: () => Promise.reject(new Error('unused')),
        liquidity() {
          block(40)
          return liquidityResponseFixture
        },
      },
    })
    const server = await listen({ port: 0, variable: 'X', handle: (request) => app.fetch(request) })
    onTestFinished(async () => {
      stop()
      await server.close()
    })
    const statuses = await askTogether(server.port, 40)
    expect(statuses).toHaveLength(40)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(1)
  })
})

describe('the lag of the loop', () => {
  it('is what it has not come round for, and nothing once it has', async () => {
    const { lagMs, stop } = createLoopLag()
    onTestFinished(stop)
    block(200)
    expect(lagMs()).toBeGreaterThan(150)
    await expect.poll(lagMs, { interval: 5 }).toBe(0)
  })
})

function block(ms: number) {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

/**
 * Another thread opens connections. This thread continues only after a request has been written to
 * every connection.
 */
async function askTogether(port: number, times: number): Promise<number[]> {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const script = `
    const { once } = require('node:events')
    const { connect } = require('node:net')
    const { parentPort, workerData: { port, times, flag, key } } = require('node:worker_threads')
    const request = 'GET /router/liquidity HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nX-Api-Key: ' + key + '\\r\\n\\r\\n'
    const run = async () => {
      const sockets = Array.from({ length: times }, () => connect(port, '127.0.0.1'))
      // One that was answered once is known to the server, and not to its machine alone.
      await Promise.all(sockets.map((socket) => {
        socket.write('GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
        return once(socket, 'data')
      }))
      parentPort.postMessage('connected')
      await once(parentPort, 'message')
      const answers = sockets.map(async (socket) => {
        let text = ''
        socket.on('data', (chunk) => { text += chunk })
        await once(socket, 'close')
        return Number(text.split(' ')[1])
      })
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(request, resolve))))
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
      parentPort.postMessage(await Promise.all(answers))
    }
    run()`
  const workerData = { port, times, flag, key: KEY['x-api-key'] }
  const worker = new Worker(script, { eval: true, workerData })
  await once(worker, 'message')
  const answered = once(worker, 'message')
  worker.postMessage('go')
  Atomics.wait(flag, 0, 0, 30_000)
  const [statuses] = await answered
  await worker.terminate()
  return statuses as number[]
}
