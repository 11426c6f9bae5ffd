import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import {
  hasPostgres,
  hasRedis,
  startTestPostgres,
  startTestRedis,
  type TestServer,
} from '../scripts/testing/servers.ts'
import { until } from '../wire/testing/until.ts'
import { createKey, type KeySettings } from './access/key-records.ts'
import { DAY_MS } from './chain/rpc/node-meter.ts'
import { readEnvironment } from './config/environment.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { type Service, startService } from './start-service.ts'
import { PRICE_BODY } from './testing/price-body.ts'

const CALLS_PER_DAY = 1_000_000
/** One key may make 60 calls a day for quotes. */
const BUDGET = { callsPerDay: CALLS_PER_DAY, reservedShare: 0.5, keyShare: 0.000_12 }
const ORIGIN = 'https://partner.example'
const SETTINGS: KeySettings = {
  label: 'Acme',
  tier: 'enterprise',
  origins: [],
  browserOnly: false,
  uniquePids: [],
  maxPartnerFeeBps: 100,
}

describe.skipIf(!hasPostgres || !hasRedis)('limits of two instances', () => {
  let devnet: TestDevnet
  let postgres: TestServer
  let redis: TestServer
  let database: Database
  let instances: [Service, Service]
  let direct: Service
  /** Keys that every instance has read. */
  const keys = { spender: '', other: '', published: '', direct: '' }

  beforeAll(async () => {
    ;[devnet, postgres, redis] = await Promise.all([startTestDevnet(), startTestPostgres(), startTestRedis()])
    database = openDatabase({ url: postgres.url })
    const published = {
      ...SETTINGS,
      tier: 'custom',
      customLimit: { perSecond: 1, burst: 40 },
      origins: [ORIGIN],
    } as const
    keys.spender = (await createKey(database, SETTINGS)).key
    keys.other = (await createKey(database, SETTINGS)).key
    keys.published = (await createKey(database, published)).key
    keys.direct = (await createKey(database, published)).key
    const chains = devnet.serviceConfig.chains.map((chain) => ({
      ...chain,
      nodeBudgets: { [new URL(chain.rpcUrls[0] ?? '').host]: BUDGET },
    }))
    const start = async (trustedProxies: number) => {
      const service = await startService(
        { ...devnet.serviceConfig, chains },
        {
          ...{ ...readEnvironment({}), port: 0, logLevel: 'silent', pricingWorkers: 0, trustedProxies },
          databaseUrl: postgres.url,
          redisUrl: redis.url,
          // An overloaded machine is not an outage of Redis.
          redisTimeoutMs: 5_000,
        },
      )
      await service.ready
      return service
    }
    instances = [await start(1), await start(1)]
    direct = await start(0)
  })
  afterAll(async () => {
    await Promise.all([...(instances ?? []), direct].map((service) => service?.stop()))
    await database?.close()
    await Promise.all([postgres?.stop(), redis?.stop(), devnet?.stop()])
  })

  let amount = 10n ** 15n
  /** Requests with a new amount, because equal quotes of a block are calculated once. */
  function post({ port }: Service, work: 'price' | 'quote', key: string): Promise<Response> {
    const chain = devnet.chain()
    amount += 1n
    return fetch(`http://localhost:${port}/router/v1/${work}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        ...PRICE_BODY,
        inputToken: chain.token('WETH').address,
        outputToken: chain.token('USDC').address,
        inputAmount: String(amount),
      }),
    })
  }
  const readHealth = async ({ port }: Service) => (await fetch(`http://localhost:${port}/healthz`)).json()

  it('share the visitors of a published key by address, which a client cannot choose', async () => {
    const visit = ({ port }: Service, key: string, forwardedFor: string) =>
      fetch(`http://localhost:${port}/router/liquidity`, {
        headers: { 'x-api-key': key, origin: ORIGIN, 'x-forwarded-for': forwardedFor },
      })
    /** Visits both instances, as a proxy that appends the address of the client. */
    const visitBoth = async (times: number, getForwardedFor: (i: number) => string) => {
      const startMs = performance.now()
      let granted = 0
      for (let i = 0; i < times; i += 1) {
        const { status } = await visit(instances[i % 2]!, keys.published, getForwardedFor(i))
        if (status === 200) granted += 1
        else expect(status).toBe(429)
      }
      return { granted, refilled: Math.ceil((performance.now() - startMs) / 1000) }
    }
    // Half of the key's burst of 40, over both instances, whatever the client writes.
    const greedy = await visitBoth(60, (i) => `10.9.0.${i}, 203.0.113.7`)
    expect(greedy.granted).toBeGreaterThanOrEqual(20)
    expect(greedy.granted).toBeLessThanOrEqual(20 + greedy.refilled)
    const next = await visitBoth(8, () => '203.0.113.8')
    expect(next.granted).toBe(8)

    // An instance without a trusted proxy ignores the header.
    const startMs = performance.now()
    let granted = 0
    for (let i = 0; i < 60; i += 1) {
      granted += (await visit(direct, keys.direct, `10.9.0.${i}`)).status === 200 ? 1 : 0
    }
    expect(granted).toBeLessThanOrEqual(20 + Math.ceil((performance.now() - startMs) / 1000))
  })

  it('refuse the quotes of a key that made its share of the calls to nodes, on each instance', async () => {
    const [first, second] = instances
    let refused = await post(first, 'quote', keys.spender)
    expect(refused.status).toBe(200)
    for (let i = 0; i < 60 && refused.status === 200; i += 1)
      refused = await post(first, 'quote', keys.spender)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toEqual({
      statusCode: 429,
      error: 'Rate limit exceeded. Please try again later',
      message: expect.stringContaining(
        'The quotes of this API key have made all calls to the nodes of ethereum',
      ),
    })
    await until(async () => (await post(second, 'quote', keys.spender)).status === 429)
    for (const instance of instances) {
      expect((await post(instance, 'price', keys.spender)).status).toBe(200)
      expect((await post(instance, 'quote', keys.other)).status).toBe(200)
      expect(await readHealth(instance)).toMatchObject({ status: 'up', problems: [] })
    }
  })

  it('refuse every quote when only reserved calls are left, and follow the chain', async () => {
    const { callsToday } = (await readHealth(instances[0])).chains[0].nodes[0]
    const reserved = CALLS_PER_DAY * BUDGET.reservedShare * (1 - (Date.now() % DAY_MS) / DAY_MS)
    await database.query(
      `INSERT INTO sluice_node_key_calls SELECT day, chain_id, node, '', 'another instance', $1::integer
      FROM sluice_node_key_calls LIMIT 1`,
      [CALLS_PER_DAY - callsToday - Math.ceil(reserved / 2)],
    )
    for (const instance of instances) {
      await until(async () => (await post(instance, 'quote', keys.other)).status === 503)
      const refused = await post(instance, 'quote', keys.other)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toEqual({
        statusCode: 503,
        error: 'Service temporarily unavailable',
        message: expect.stringContaining('Quotes on ethereum have made all calls to its nodes'),
      })
      expect(await readHealth(instance)).toMatchObject({
        status: 'degraded',
        problems: ['ethereum: quotes have made all calls to nodes that they may make today'],
      })
    }
    await devnet.chain().testClient.mine({ blocks: 1 })
    const head = String(await devnet.chain().publicClient.getBlockNumber())
    for (const instance of instances) {
      await until(async () => (await readHealth(instance)).chains[0].blockNumber === head)
      expect((await post(instance, 'price', keys.other)).status).toBe(200)
    }
  })
})
