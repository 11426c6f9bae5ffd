import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { IMAGE_NODE } from '../../scripts/testing/image-node.ts'
import {
  hasPostgres,
  hasRedis,
  startTestPostgres,
  startTestRedis,
  type TestServer,
} from '../../scripts/testing/servers.ts'
import { type Environment, readEnvironment } from '../config/environment.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { type Service, startService } from '../start-service.ts'
import { chainConfig } from '../testing/literal-chain.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { openAccess } from './open-access.ts'

// The chain is unreachable, so an accepted request gets 503.
const LET_IN = 503
const config = { chains: [{ ...chainConfig('ethereum', 1), rpcUrls: ['http://127.0.0.1:9'] }] }
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

describe('running service', () => {
  it("applies keys that the keys command issues and revokes in the service's own database", async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'sluice-access-')), 'data')
    endings.push(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))
    const service = await start({ dataDir })
    expect(await price(service, 'sluice_guess')).toBe(401)

    const { id, key } = issuedIn(
      await keys({ SLUICE_DATA_DIR: dataDir }, 'create', '--tier', 'growth', '--label', 'A'),
    )
    await expect.poll(() => price(service, key), { interval: 200 }).toBe(LET_IN)
    expect(await keys({ SLUICE_DATA_DIR: dataDir }, 'revoke', id)).toContain(`Revoked ${id}`)
    await expect.poll(() => price(service, key), { interval: 200 }).toBe(401)

    // Without a service, the command opens the database itself.
    await service.stop()
    expect(await keys({ SLUICE_DATA_DIR: dataDir }, 'list', '--all')).toMatch(new RegExp(`${id}.*revoked`))
  })

  it.skipIf(!hasPostgres || !hasRedis)('shares keys and limits with other instances', async () => {
    const [postgres, redis] = [await given(startTestPostgres()), await given(startTestRedis())]
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
    const output = await keys(env, ...'create --tier custom --rps 1 --burst 12 --label A'.split(' '))
    const { key } = issuedIn(output)
    const urls = { databaseUrl: postgres.url, redisUrl: redis.url, redisTimeoutMs: 5_000 }
    const instances = [await opened(urls), await opened(urls)]
    const startMs = performance.now()
    const take = (times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, i) => {
          const caller = { key, origin: undefined, address: '10.0.0.1' }
          return instances[i % 2]!.access.router(caller, 'price')
        }),
      )
    const granted = (await take(40)).filter((decision) => decision.granted).length
    // An instance counts alone if an overloaded machine delays Redis.
    const alone = await decided(instances, 'local')
    expect(granted).toBeGreaterThanOrEqual(12)
    expect(granted).toBeLessThanOrEqual(12 + alone + Math.ceil((performance.now() - startMs) / 1000))

    await redis.kill()
    await take(10)
    expect(await decided(instances, 'local')).toBe(alone + 10)
    // Each instance has counted one key attempt of the address.
    expect(await decided(instances, 'shared')).toBe(40 + instances.length - alone)
  })

  it('starts without its database and Redis, and returns 503 for a key', async () => {
    const dead = { databaseUrl: 'postgres://127.0.0.1:9/none', redisUrl: 'redis://127.0.0.1:9' }
    const service = await start(dead)
    expect(await price(service, 'sluice_guess')).toBe(503)
    expect(await price(service, undefined)).toBe(401)
  })
})

describe('access without its database and Redis', () => {
  it('logs and counts the outage once without printing a password', async () => {
    const metrics = createMetrics({ chains: [] })
    const lines: string[] = []
    const log = (fields: object, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`)
    const { access, usage, close } = await openAccess({
      environment: {
        ...readEnvironment({}),
        databaseUrl: 'postgres://me:secret@127.0.0.1:9/none',
        redisUrl: 'redis://me:secret@127.0.0.1:9',
      },
      chainIds: [31337],
      logger: { info: log, warn: log, error: log },
      metrics,
      nowMs: () => performance.now(),
    })
    for (let i = 0; i < 5; i += 1) {
      const caller = { key: 'dev-basic', origin: undefined, address: '10.0.0.1' }
      const { granted } = await access.router(caller, 'price')
      expect(granted).toBe(i < 3)
    }
    usage.count('dev-basic', 'acme', 'price')
    await close()
    const counted = await metrics.text()
    for (const line of [
      // One attempt and five uses of the key.
      'sluice_rate_limit_decisions_total{by="local"} 6',
      'sluice_access_faults_total{part="limits"} 1',
      'sluice_access_faults_total{part="keys"} 1',
      'sluice_access_faults_total{part="usage"} 1',
    ]) {
      expect(counted).toContain(line)
    }
    expect(lines).toHaveLength(3)
    expect(lines.join()).not.toContain('secret')
  })
})

describe('environment', () => {
  it.each([
    ['DATABASE_URL', 'mysql://me:secret@host/name'],
    ['DATABASE_URL', 'secret'],
    ['REDIS_URL', 'http://secret'],
  ])('%s is rejected with its name but not its value', (name, value) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(name)
    expect(read).not.toThrow('secret')
  })

  it('stores data beside the chains by default', () => {
    expect(readEnvironment({}).dataDir).toBe('.devnet/data')
    expect(readEnvironment({ SLUICE_DEVNET_DIR: '/d' }).dataDir).toBe('/d/data')
    expect(readEnvironment({ SLUICE_DATA_DIR: '/e' }).dataDir).toBe('/e')
  })
})

/** Opens access like a service, with metrics. */
async function opened(urls: Partial<Environment>) {
  const metrics = createMetrics({ chains: [] })
  const silent = () => undefined
  const { access, close } = await openAccess({
    environment: { ...readEnvironment({}), ...urls },
    chainIds: [1],
    logger: { info: silent, warn: silent, error: silent },
    metrics,
    nowMs: () => performance.now(),
  })
  endings.push(close)
  return { access, metrics }
}

async function decided(instances: { metrics: Metrics }[], by: 'shared' | 'local'): Promise<number> {
  const texts = await Promise.all(instances.map(({ metrics }) => metrics.text()))
  return texts
    .map((text) => new RegExp(`decisions_total{by="${by}"} (\\d+)`).exec(text)?.[1] ?? 0)
    .reduce((sum: number, count) => sum + Number(count), 0)
}

async function start(changes: Partial<Environment>): Promise<Service> {
  const environment = { ...readEnvironment({}), port: 0, logLevel: 'silent', dataDir: undefined, ...changes }
  const service = await startService(config, environment)
  let isStopped = false
  const stop = service.stop
  service.stop = async () => {
    if (!isStopped) await stop()
    isStopped = true
  }
  endings.push(() => service.stop())
  return service
}

async function given(starting: Promise<TestServer>): Promise<TestServer> {
  const server = await starting
  endings.push(() => server.stop())
  return server
}

async function price(service: Service, key: string | undefined): Promise<number> {
  const answer = await fetch(`http://localhost:${service.port}/router/v1/price`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) },
    body: JSON.stringify(PRICE_BODY),
  })
  await answer.arrayBuffer()
  return answer.status
}

const [program, ...flags] = IMAGE_NODE
/** Returns the output of the command. */
async function keys(env: Record<string, string>, ...args: string[]): Promise<string> {
  const child = spawn(program, [...flags, 'service/access/keys-command.ts', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  return output
}

function issuedIn(output: string): { id: string; key: string } {
  return { id: /key_\w+/.exec(output)?.[0] ?? '', key: /sluice_[\w-]+/.exec(output)?.[0] ?? '' }
}
