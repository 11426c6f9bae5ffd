import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../wire/testing/until.ts'
import { readEnvironment } from './config/environment.ts'
import { listen } from './http/listen.ts'
import { type Service, startService } from './start-service.ts'
import { chainConfig } from './testing/literal-chain.ts'
import { PRICE_BODY } from './testing/price-body.ts'

const environment = { ...readEnvironment({}), port: 0, logLevel: 'silent', dataDir: undefined }
/** No server listens on this port. */
const deadChain = { ...chainConfig('ethereum', 31337), rpcUrls: ['http://127.0.0.1:9'] }

let service: Service | undefined
async function stop() {
  const ending = service
  service = undefined
  await ending?.stop()
}

describe('service whose chain does not respond', () => {
  // These tests share one service, because each start opens a database.
  beforeAll(async () => {
    const { limits } = readEnvironment({ SLUICE_LIMIT_YIELD: '1/2' })
    service = await startService(
      { chains: [deadChain] },
      { ...environment, limits, trustedProxies: 1, drainMs: 700 },
    )
  })
  afterAll(stop)

  it('limits each address as configured by the environment', async () => {
    const send = (address: string) =>
      fetch(`http://localhost:${service?.port}/yield/metrics`, { headers: { 'x-forwarded-for': address } })
    const spellings = ['2001:db8:0:1::7', '[2001:DB8:0:1::8]:1', '2001:0db8:0000:0001:0:0:0:9']
    const statuses = []
    for (const spelling of [...spellings, ...spellings]) statuses.push((await send(spelling)).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(6)
    expect(statuses).toContain(429)
    expect((await send('2001:db8:0:2::1')).status).toBe(200)
  })

  it('reports that it is down, sends Retry-After, and reports a stop before it stops', async () => {
    const health = await fetch(`http://localhost:${service?.port}/healthz`)
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({
      status: 'down',
      chains: [{ blockNumber: null, isStale: true }],
    })

    const price = await post('/router/v1/price', JSON.stringify(PRICE_BODY))
    expect(price.status).toBe(503)
    expect(Number(price.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await price.json()).toEqual({ statusCode: 503, error: 'Service temporarily unavailable' })

    // This is the last test of the service.
    const url = `http://localhost:${service?.port}/healthz`
    const stopped = stop()
    const last = await fetch(url)
    expect(await last.json()).toMatchObject({
      problems: ['this instance is stopping', 'ethereum: no recent block'],
    })
    await stopped
    await expect(fetch(url)).rejects.toThrow()
  })
})

describe('service of a public chain', () => {
  beforeAll(async () => {
    service = await startService({ chains: [{ ...deadChain, id: 1 }] }, environment)
  })
  afterAll(stop)

  it('rejects the development keys', async () => {
    const send = async () => (await post('/router/v1/price', JSON.stringify(PRICE_BODY))).status
    // The service returns 503 until its keys are read.
    await expect.poll(send).not.toBe(503)
    expect(await send()).toBe(401)
  })
})

it('cuts off an endless body without a content length', async () => {
  service = await startService({ chains: [deadChain] }, environment)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      if (sent > 200) controller.close()
      else controller.enqueue(new TextEncoder().encode(' '.repeat(1024)))
    },
  })
  const answer = await post('/router/v1/price', endless)
  expect(answer.status).toBe(413)
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  await stop()
})

it('continues without a chain whose node is on another one, and reports the chain', async () => {
  const url = await startOtherNode()
  const other = { ...chainConfig('base', 8453), rpcUrls: [url] }
  service = await startService({ chains: [deadChain, other] }, environment)
  const problem = 'base: its config does not match the chain; the log lists the differences'
  await until(async () => (await readHealth()).problems.includes(problem))
  expect(await Promise.race([service.ready.catch(() => 'ended'), 'going on'])).toBe('going on')
  await stop()
  service = await startService({ chains: [other] }, environment)
  await expect(service.ready).rejects.toThrow('is on chain 1, not 8453')
  await stop()
})

it('closes slow headers, bodies and idle connections on each port', async () => {
  const metricsPort = await findFreePort()
  service = await startService({ chains: [deadChain] }, { ...environment, metricsPort })
  for (const url of [`http://localhost:${service.port}/healthz`, `http://localhost:${metricsPort}/`]) {
    const { server, answer } = await findServer(url)
    // This is the value for clients. Node waits a second longer.
    expect(answer.headers.get('keep-alive')).toMatch(/^timeout=5\b/)
    const { headersMs, requestMs, lateMs, idleMs } = readTimeouts(server)
    for (const ms of [headersMs, requestMs, lateMs, idleMs]) expect(ms).toBeGreaterThan(0)
    expect(headersMs + lateMs).toBeLessThanOrEqual(11_000)
    expect(requestMs + lateMs).toBeLessThanOrEqual(16_000)
    expect(idleMs).toBeLessThanOrEqual(5_000)
  }
  await stop()
})

it('makes no call after a restart to a node without calls left for the day', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-budget-'))
  const url = await startOtherNode()
  const nodeBudgets = { [new URL(url).host]: { callsPerDay: 5 } }
  const chain = { ...chainConfig('ethereum', 1), rpcUrls: [url], nodeBudgets }
  const before = otherNodeCalls
  for (let times = 0; times < 3; times += 1) {
    service = await startService({ chains: [chain] }, { ...environment, dataDir })
    await until(async () => (await readNodes())[0]?.isSpent === true)
    await stop()
    expect(otherNodeCalls - before).toBe(5)
  }
  rmSync(dataDir, { recursive: true, force: true })
})

it('stops everything it started if a port is taken', async () => {
  const other = await listen({ port: 0, variable: 'X', handle: async () => new Response() })
  const start = startService({ chains: [deadChain] }, { ...environment, metricsPort: other.port })
  await expect(start).rejects.toThrow(`Port ${other.port} is taken`)
  await expect(start).rejects.toThrow('SLUICE_METRICS_PORT')
  await other.close()
})

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

let otherNodeCalls = 0

/** Starts a node of chain 1 with one block. */
async function startOtherNode(): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { id, method } = JSON.parse(Buffer.concat(await incoming.toArray()).toString())
    otherNodeCalls += 1
    const hash = `0x${'1'.repeat(64)}`
    const block = { number: '0x1', hash, parentHash: hash, timestamp: '0x1', transactions: [] }
    const result = method === 'eth_getBlockByNumber' ? block : '0x1'
    outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the server of this process that responds at a URL. */
async function findServer(url: string): Promise<{ server: Server; answer: Response }> {
  const found: Server[] = []
  const onRequest = (message: unknown) => void found.push((message as { server: Server }).server)
  subscribe('http.server.request.start', onRequest)
  try {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    const { port } = new URL(url)
    const server = found.find((one) => (one.address() as AddressInfo | null)?.port === Number(port))
    if (!server) throw new Error(`No server of this process responded at ${url}`)
    return { server, answer }
  } finally {
    unsubscribe('http.server.request.start', onRequest)
  }
}

/**
 * Returns the timeouts for slow clients, and the interval of their check. In Node 0 means no
 * timeout.
 */
function readTimeouts(server: Server) {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server
  const { connectionsCheckingInterval } = server as Server & { connectionsCheckingInterval: number }
  return {
    headersMs: headersTimeout,
    requestMs: requestTimeout,
    lateMs: connectionsCheckingInterval,
    idleMs: keepAliveTimeout,
  }
}

async function findFreePort(): Promise<number> {
  const server = await listen({ port: 0, variable: 'X', handle: async () => new Response() })
  await server.close()
  return server.port
}

async function readNodes(): Promise<{ isSpent: boolean }[]> {
  const { chains } = await (await fetch(`http://localhost:${service?.port}/status.json`)).json()
  return chains[0].nodes
}

async function readHealth(): Promise<{ problems: string[] }> {
  return (await fetch(`http://localhost:${service?.port}/healthz`)).json()
}

function post(path: string, body: BodyInit): Promise<Response> {
  return fetch(`http://localhost:${service?.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
}
